// `haft run`: an agent run, or a scripted one.

import { resolve } from "node:path";
import type { Command } from "commander";
import { CommandError } from "../../session/command-error.ts";
import type { RunRequest } from "../../session/run.ts";
import { declareCommand, type Start } from "../command.ts";
import type { ExitCode } from "../exit-code.ts";
import { tellOfNetwork } from "../finish.ts";
import { type GivenFlags, readGiven, withGiven } from "../given.ts";
import { resolveId } from "../identifiers.ts";
import { readStandardInput } from "../input-text.ts";
import type { Invocation } from "../invocation.ts";
import { readJsonFile } from "../json-input.ts";
import { requireModel } from "../model-name.ts";
import { type MoveFlags, openSessionFor, withMoveFlags } from "../session-flags.ts";
import { streamRun } from "../stream-run.ts";

interface RunFlags extends MoveFlags, GivenFlags {
  readonly agent?: string;
  readonly thread?: string;
  readonly dry?: boolean;
  readonly script?: string;
}

/** Declares `haft run`. */
export function runCommand(start: Start): Command {
  const command = declareCommand(
    "run",
    [
      [`haft run "What does a parcel of 2 kg cost?"`, "streams what it says and does"],
      [`haft run "And express?" --thread thr_01k`, "in a conversation that there is"],
      [`haft run "Hello" --model openai/gpt-5-mini`, "with a model for this run only"],
      ["haft run --dry --script evals/greet.script.json", "plays a script: no model is asked"],
      [`haft run "Hello" --json`, "the events, one a line, and then what it came to"],
    ],
    "lines",
  )
    .argument("[message]", "what the agent is told; - reads standard input")
    .option("--agent <id>", "another agent (default: the bundle's own)")
    .option("--model <provider/name>", "the model to ask (default: the agent's, or HAFT_MODEL)")
    .option("--thread <id>", "go on with a thread: its id, or its beginning")
    .option("--dry", "ask no model: play a script")
    .option("--script <file>", "the script of --dry: a file of JSON, or -");
  return withMoveFlags(withGiven(command)).action((message: string | undefined, flags: RunFlags, self: Command) =>
    start(self, (invocation) => run(message, flags, invocation)),
  );
}

async function run(message: string | undefined, flags: RunFlags, invocation: Invocation): Promise<ExitCode> {
  const { surroundings, printer } = invocation;
  printer.streams();
  checkUsage(message, flags);
  const input = message === "-" ? await readStandardInput(surroundings) : (message ?? "");
  const script = await readScript(flags, invocation);
  const given = await readGiven(flags, surroundings);
  await using session = await openSessionFor(flags, invocation, [resolve(surroundings.folder)]);
  if (flags.model !== undefined) await requireModel(flags.model, session);
  const request: RunRequest = {
    path: ".",
    input: input.trimEnd(),
    ...given,
    ...(flags.agent === undefined ? {} : { agent: flags.agent }),
    ...(flags.thread === undefined ? {} : { threadId: await resolveId(session, ["thr"], flags.thread) }),
    ...(script === undefined ? {} : { script }),
  };
  if (flags.network === true) tellOfNetwork(invocation);
  return await streamRun(
    (observer, signal) => session.run(request, observer, signal),
    script === undefined,
    session,
    invocation,
  );
}

function checkUsage(message: string | undefined, { dry, script }: RunFlags): void {
  const wrong = (what: string, hint: string) => new CommandError("usage", what, { usage: true, hint });
  if (dry === true && script === undefined) {
    throw wrong("--dry plays a script, and none is named", "write --dry --script FILE, or --script - to read it");
  }
  if (dry !== true && script !== undefined) {
    throw wrong("--script is played by a dry run only", `write haft run --dry --script ${script}`);
  }
  if (message === "-" && script === "-") {
    throw wrong("the message and the script cannot both be read from standard input", "name a file: --script FILE");
  }
  if (dry !== true && (message === undefined || message.trim() === "")) {
    throw wrong("a message for the agent is missing", `write haft run "…", or - to read it from standard input`);
  }
}

async function readScript({ script }: RunFlags, { surroundings }: Invocation): Promise<RunRequest["script"]> {
  return script === undefined ? undefined : readJsonFile(script, surroundings);
}
