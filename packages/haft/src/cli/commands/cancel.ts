// `haft cancel`: ends a run, or the run that a wait belongs to.

import type { Command } from "commander";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { tellWhyNot } from "../finish.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

interface CancelFlags extends StoreFlags {
  readonly reason?: string;
}

/** Declares `haft cancel`. */
export function cancelCommand(start: Start): Command {
  const command = declareCommand("cancel", [
    ["haft cancel run_01k", "the beginning of an id is enough"],
    [`haft cancel wait_01k --reason "asked twice"`, "what the call waits for"],
  ])
    .argument("<id>", "the id of a run or a wait, or its beginning")
    .option("--reason <text>", "why, for the log");
  return withStoreFlags(command).action((id: string, flags: CancelFlags, self: Command) =>
    start(self, (invocation) => cancel(id, flags, invocation)),
  );
}

async function cancel(id: string, flags: CancelFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const runOrWait = await resolveId(session, ["run", "wait"], id);
  const run = await session.cancel(runOrWait, flags.reason, (why) => tellWhyNot(why, invocation));
  if (printer.json) printer.document({ ok: true, run });
  else printer.result(`${run.id} ${run.status}\n`);
  return EXIT.done;
}
