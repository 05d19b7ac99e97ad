// `haft runs`: what ran, newest first.

import { type Command, Option } from "commander";
import { formatDuration } from "../../output/duration.ts";
import { filesElsewhere } from "../../output/files-elsewhere.ts";
import { formatMoment } from "../../output/moment.ts";
import { formatTable } from "../../output/table.ts";
import type { RunSummary } from "../../session/run.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";
import { asLimit, withLimit } from "../limit.ts";
import { openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

const STATES: readonly RunSummary["status"][] = [
  "queued",
  "ready",
  "running",
  "waiting",
  "completed",
  "failed",
  "cancelled",
];

interface RunsFlags extends StoreFlags {
  readonly status?: RunSummary["status"];
  readonly limit: string;
}

/** Declares `haft runs`. */
export function runsCommand(start: Start): Command {
  const command = declareCommand("runs", [
    ["haft runs", "the last 20"],
    ["haft runs --status waiting", "those that wait"],
    ["haft runs --limit 200 --json", "for a program"],
  ]).addOption(new Option("--status <status>", "only those").choices(STATES));
  return withStoreFlags(withLimit(command)).action((flags: RunsFlags, self: Command) =>
    start(self, (invocation) => listRuns(flags, invocation)),
  );
}

async function listRuns(flags: RunsFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer, surroundings } = invocation;
  const limit = asLimit(flags.limit);
  await using session = await openStoreThatIs(flags, invocation);
  const runs = await session.runs({ limit, ...(flags.status === undefined ? {} : { status: flags.status }) });
  if (printer.json) printer.document({ ok: true, runs });
  else if (runs.length === 0) printer.message(`no runs yet; start one: haft call TOOL, or haft run "MESSAGE"\n`);
  else {
    const rows = runs.map((run) => [
      run.id,
      run.status,
      run.tool ?? (run.agent === undefined ? run.kind : `agent ${run.agent}`),
      formatMoment(run.createdAt),
      tookOf(run, surroundings.now()),
      remarkOf(run),
    ]);
    printer.result(formatTable(["run", "status", "what", "began", "took", ""], rows, printer.out, printer.width));
  }
  return EXIT.done;
}

function tookOf(run: RunSummary, now: number): string {
  const end = run.endedAt === undefined ? now : new Date(run.endedAt).getTime();
  return formatDuration(Math.max(0, end - new Date(run.createdAt).getTime()));
}

function remarkOf(run: RunSummary): string {
  if (run.error) return `${run.error.type}: ${run.error.message}`;
  const files = { place: run.place ?? "", away: run.away === true };
  const elsewhere = run.elsewhere === true && run.endedAt === undefined ? [filesElsewhere(files)] : [];
  return [...run.waits, ...elsewhere].join(", ");
}
