// The flags of commands with which a run goes on that is there: what its calls may use was fixed when it was started, and
// is what people were shown who approved one of them.

import type { Command } from "commander";
import { list, object } from "../output/events/read-data.ts";
import { CommandError } from "../session/command-error.ts";
import type { Session } from "../session/session.ts";
import { type MoveFlags, withMoveFlags } from "./session-flags.ts";

const FIXED = ["network", "workspace"];

/** Adds the flags that such a command has in common with `haft call`; those that could change nothing are refused. */
export function withGoOnFlags(command: Command): Command {
  withMoveFlags(command);
  for (const option of command.options) {
    const name = option.name();
    if (name === "secret")
      option.description = "a secret that the run was started with: NAME from the environment or .env, or NAME=VALUE";
    if (!FIXED.includes(name)) continue;
    option.hideHelp();
    command.on(`option:${name}`, () => {
      throw refusal(`--${name} changes nothing of a run that was started before`, `--${name}`);
    });
  }
  return command;
}

/** Refuses secrets that the run was not started with: none of its calls is told them. */
export async function refuseOtherSecrets(session: Session, runId: string, { secret = [] }: MoveFlags): Promise<void> {
  const given = secret.map((text) => text.split("=", 1)[0] ?? "");
  if (given.length === 0) return;
  const granted = await secretsOf(session, runId);
  const other = given.find((name) => !granted.includes(name));
  if (other === undefined) return;
  throw refusal(`${runId} was started without the secret ${other}, and its calls are not told it`, `--secret ${other}`);
}

function refusal(message: string, flag: string): CommandError {
  const hint = `leave ${flag} out; a run gets what it is started with: haft call … ${flag}, or haft run … ${flag}`;
  return new CommandError("usage", message, { usage: true, hint });
}

async function secretsOf(session: Session, runId: string): Promise<readonly string[]> {
  const { signal } = new AbortController();
  for await (const { type, data } of session.events(runId, { after: 0, follow: false, signal })) {
    if (type === "run.created") return list(object(data.settings).secrets);
  }
  return [];
}
