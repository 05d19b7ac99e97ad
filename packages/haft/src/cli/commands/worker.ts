// `haft worker`: moves runs, until it is stopped or, with `--once`, until none can move.

import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { count } from "../../output/count.ts";
import { toolName } from "../../output/events/names.ts";
import { formatTable } from "../../output/table.ts";
import { troublesOn } from "../../output/trouble.ts";
import { upkeepOn } from "../../output/upkeep.ts";
import { formatWork, type Work, workOf } from "../../output/work.ts";
import { CommandError } from "../../session/command-error.ts";
import type { MoveObserver } from "../../session/move-observer.ts";
import type { Outcome } from "../../session/outcome.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { moving, observe } from "../finish.ts";
import { withGoOnFlags } from "../go-on-flags.ts";
import type { Invocation } from "../invocation.ts";
import { type MoveFlags, openSessionFor, openStoreThatIs } from "../session-flags.ts";

interface WorkerFlags extends MoveFlags {
  readonly once?: boolean;
  readonly concurrency?: string;
  readonly drain?: string;
  readonly retentionDays?: string;
}

/** Declares `haft worker`. */
export function workerCommand(start: Start): Command {
  const command = declareCommand(
    "worker",
    [
      ["haft worker", "as a service; Ctrl-C or SIGTERM stops it, a second one ends it at once"],
      ["HAFT_STORE=postgres://haft@db/haft haft worker", "one of several, on a database"],
      ["haft worker --once", "for example from cron: fires due times, and ends"],
      ["haft worker --once --json", "one Outcome a line"],
    ],
    "lines",
  )
    .option("--once", "move everything that can move, and end")
    .option("--concurrency <number>", "how many runs at once (default: 2 × processors)")
    .option("--drain <seconds>", "how long calls may finish when it is stopped (default: 30)")
    .option(
      "--retention-days <days>",
      "remove runs so long after their end; off: never (default: as it was said before)",
    );
  return withGoOnFlags(command).action((flags: WorkerFlags, self: Command) =>
    start(self, (invocation) => (flags.once === true ? once(flags, invocation) : work(flags, invocation))),
  );
}

async function work(flags: WorkerFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer, signal } = invocation;
  printer.streams();
  const concurrency = wholeNumber(flags.concurrency ?? String(2 * availableParallelism()), "--concurrency", 1, 1024);
  const drainMs = wholeNumber(flags.drain ?? "30", "--drain", 0, 86_400) * 1000;
  await using session = await openSessionFor(flags, invocation);
  invocation.stopsCleanly();
  printer.message(`working on ${count(concurrency, "run")} at once; Ctrl-C stops\n`);
  signal.addEventListener("abort", () =>
    printer.message(`stopping; calls may finish for ${drainMs / 1000} s; once more ends them at once\n`),
  );
  const tell = (done: Work) =>
    printer.json ? printer.object(done) : printer.result(formatWork(done, printer.out, printer.width));
  const { tell: trouble } = troublesOn(printer, invocation.surroundings.now);
  const upkeep = upkeepOn(printer, invocation.surroundings.now);
  await session.work({ concurrency, drainMs, trouble, upkeep }, (runId) => watching(runId, tell), signal);
  printer.message("stopped\n");
  return EXIT.done;
}

/** Tells each time a run ends or comes to wait. */
function watching(runId: string, tell: (done: Work) => void): MoveObserver {
  let last = 0;
  let tool: string | undefined;
  return {
    event: (event) => {
      if (event.seq <= last) return;
      last = event.seq;
      if (event.type === "tool.called") tool = toolName(event.data);
      const done = workOf(runId, event, tool);
      if (done !== undefined) tell(done);
    },
  };
}

function wholeNumber(text: string, flag: string, least: number, most: number): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new CommandError(
    "usage",
    `${flag} takes a whole number from ${least} to ${most}, and got ${JSON.stringify(text)}`,
    {
      usage: true,
      hint: `write ${flag} ${least === 0 ? 30 : 4}`,
    },
  );
}

async function once(flags: WorkerFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer, signal } = invocation;
  printer.streams();
  await using session = await openStoreThatIs(flags, invocation);
  invocation.endsItself();
  const troubles = troublesOn(printer, invocation.surroundings.now);
  const outcomes = await moving(invocation, "moving runs", () =>
    session.workOnce(() => observe(invocation), signal, troubles.tell, upkeepOn(printer, invocation.surroundings.now)),
  );
  const exitCode = troubles.runs.size === 0 ? EXIT.done : EXIT.failed;
  if (printer.json) {
    for (const outcome of outcomes) printer.object(outcome);
    return exitCode;
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
  return exitCode;
}

function remarkOf(outcome: Outcome): string {
  if (outcome.error) return `${outcome.error.type}: ${outcome.error.message}`;
  return outcome.wait ? `waits: ${outcome.wait.id}` : JSON.stringify(outcome.value ?? null);
}
