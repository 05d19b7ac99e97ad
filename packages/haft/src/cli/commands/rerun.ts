// `haft rerun`: a new run that shares the history of another up to a place, and goes on from there.

import type { Command } from "commander";
import { CommandError } from "../../session/command-error.ts";
import { declareCommand, type Start } from "../command.ts";
import type { ExitCode } from "../exit-code.ts";
import { withWait } from "../given.ts";
import { refuseOtherSecrets, withGoOnFlags } from "../go-on-flags.ts";
import { resolveId } from "../identifiers.ts";
import type { Invocation } from "../invocation.ts";
import { type MoveFlags, openStoreThatIs } from "../session-flags.ts";
import { streamRun } from "../stream-run.ts";

interface RerunFlags extends MoveFlags {
  readonly from?: string;
  readonly original?: boolean;
}

const WHAT_IT_IS_NOT = "files are not rolled back, approvals do not carry over, and the thread is a fork";

/** Declares `haft rerun`. */
export function rerunCommand(start: Start): Command {
  const command = declareCommand(
    "rerun",
    [
      ["haft rerun run_01k", "from its beginning"],
      ["haft rerun run_01k --from 12", "shares events 1 to 12: what they did is not done again"],
      ["haft rerun run_01k --from 12 --original", "with the versions of then, not those of now"],
    ],
    "lines",
  )
    .argument("<run>", "the id of a run, or its beginning")
    .option("--from <number>", "the last event that both share (haft events RUN); no call may be in flight there")
    .option("--original", "with the versions of the tools that the run had");
  return withGoOnFlags(withWait(command)).action((run: string, flags: RerunFlags, self: Command) =>
    start(self, (invocation) => rerun(run, flags, invocation)),
  );
}

async function rerun(run: string, flags: RerunFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  printer.streams();
  const from = flags.from === undefined ? undefined : sequence(flags.from);
  await using session = await openStoreThatIs(flags, invocation);
  const runId = await resolveId(session, ["run"], run);
  await refuseOtherSecrets(session, runId, flags);
  const options = { original: flags.original === true, ...(from === undefined ? {} : { from }) };
  const tell = (id: string) => printer.message(`${printer.err.warning("rerun:")} ${id} · ${WHAT_IT_IS_NOT}\n`);
  return await streamRun(
    (observer, signal) => session.rerun(runId, options, { ...observer, started: tell }, signal),
    true,
    session,
    invocation,
  );
}

function sequence(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new CommandError("usage", `--from takes the number of an event, and got ${JSON.stringify(text)}`, {
    usage: true,
    hint: "write --from 12; haft events RUN shows the numbers",
  });
}
