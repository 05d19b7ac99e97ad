// `haft deny`: lets a call not run that waits for approval, and moves its run.

import type { Command } from "commander";
import { CommandError } from "../../session/command-error.ts";
import { declareCommand, type Start } from "../command.ts";
import type { ExitCode } from "../exit-code.ts";
import { withWait } from "../given.ts";
import { refuseOtherSecrets, withGoOnFlags } from "../go-on-flags.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { type MoveFlags, openStoreThatIs } from "../session-flags.ts";
import { refuseUnless, settle } from "../settle.ts";

interface DenyFlags extends MoveFlags {
  readonly reason: string;
}

/** Declares `haft deny`. */
export function denyCommand(start: Start): Command {
  const command = declareCommand("deny", [
    [`haft deny wait_01k --reason "not on a Friday"`, "the model is told the reason"],
    [`haft deny wait_01k --reason "too early" --as ada:release`, "as somebody else, with roles"],
  ])
    .argument("<wait>", "the id of a wait, or its beginning")
    .requiredOption("--reason <text>", "why; the model is told it");
  return withGoOnFlags(withWait(command)).action((wait: string, flags: DenyFlags, self: Command) =>
    start(self, (invocation) => deny(wait, flags, invocation)),
  );
}

async function deny(id: string, flags: DenyFlags, invocation: Invocation): Promise<ExitCode> {
  const reason = flags.reason.trim();
  if (reason === "") {
    throw new CommandError("usage", "--reason is empty", {
      usage: true,
      hint: `write haft deny ${id} --reason "not on a Friday"`,
    });
  }
  await using session = await openStoreThatIs(flags, invocation);
  const wait = await session.wait(await resolveId(session, ["wait"], id));
  refuseUnless("approval", wait, invocation.surroundings.now());
  await refuseOtherSecrets(session, wait.runId, flags);
  return await settle(
    wait,
    { act: (observer, signal) => session.deny(wait.id, reason, observer, signal) },
    session,
    invocation,
  );
}
