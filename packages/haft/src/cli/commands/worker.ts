// `haft worker --once`: moves every run that can move.

import type { Command } from "commander";
import { count } from "../../output/count.ts";
import { formatTable } from "../../output/table.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { moving, observe } from "../finish.ts";
import type { Invocation } from "../invocation.ts";
import { CommandError, type Outcome } from "../session.ts";
import { type MoveFlags, openStoreThatIs, withMoveFlags } from "../session-flags.ts";

interface WorkerFlags extends MoveFlags {
  readonly once?: boolean;
}

/** Declares `haft worker`. */
export function workerCommand(start: Start): Command {
  const command = declareCommand("worker", "Move every run that can move, and end.", [
    ["haft worker --once", "for example from cron: fires due times"],
    ["haft worker --once --json", "one Outcome a line"],
  ]).option("--once", "move everything that can move, and end");
  return withMoveFlags(command).action((flags: WorkerFlags, self: Command) =>
    start(self, (invocation) => work(flags, invocation)),
  );
}

async function work(flags: WorkerFlags, invocation: Invocation): Promise<ExitCode> {
  if (!flags.once) {
    throw new CommandError("usage", "haft worker moves what can move and ends; that is said with --once", {
      usage: true,
      hint: "write haft worker --once",
    });
  }
  const { printer, signal } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  invocation.endsItself();
  const outcomes = await moving(invocation, "moving runs", () => session.workOnce(() => observe(invocation), signal));
  if (printer.json) {
    for (const outcome of outcomes) printer.object(outcome);
    return EXIT.done;
  }
  if (outcomes.length > 0) {
    const rows: string[][] = [];
    for (const outcome of outcomes) {
      const { sharesNetwork } = await session.facts(outcome.runId);
      rows.push([outcome.runId, outcome.status, `${remarkOf(outcome)}${sharesNetwork ? " (shared network)" : ""}`]);
    }
    printer.result(formatTable(["run", "status", ""], rows, printer.out, printer.width));
  }
  printer.message(`${outcomes.length === 0 ? "no run can move" : `${count(outcomes.length, "run")} moved`}\n`);
  return EXIT.done;
}

function remarkOf(outcome: Outcome): string {
  if (outcome.error) return `${outcome.error.type}: ${outcome.error.message}`;
  return outcome.wait ? `waits: ${outcome.wait.id}` : JSON.stringify(outcome.value ?? null);
}
