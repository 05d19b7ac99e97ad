// What must be true in the end, whatever was killed: every run has ended, its log keeps the rules together with the ledger,
// what somebody was told has happened is in a log, and today's code makes the same of the log as is stored.

import { checkLog, type LedgerLine, type LogEvent, RULES } from "../../../engine/test/checker/check-log.ts";
import { readLog } from "../../../engine/test/checker/log.ts";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import type { Parts } from "../../src/runtime/parts.ts";
import type { Acknowledged } from "./people.ts";
import type { Deed } from "./project.ts";

/** With these a run may end that was interrupted, denied, or failed by itself. */
const ENDS_WITH: readonly string[] = ["outcome_unknown", "worker_lost", "approval_denied", "ValueError"];
/** Its sandbox was ended after the start was written and before anything was sent: that it did not run is known. */
const NOT_SENT = /ended before the call was sent$/;

/** What was found. */
export interface Verdict {
  /** Everything that is wrong, each a sentence. */
  readonly faults: readonly string[];
  /** The whole logs of the runs that are wrong, an event a line. */
  readonly wrong: readonly string[];
  readonly runs: number;
  readonly calls: number;
  readonly events: number;
  /** Runs that were taken over from a worker that was lost, and what it had under way. */
  readonly takeovers: number;
  readonly orphans: number;
  readonly unknown: number;
  /** Runs that lost three workers without coming to anything. */
  readonly workerLost: number;
  /** Phases that were begun again. */
  readonly again: number;
}

/** Looks at everything. */
export async function verdictOn(
  { engine }: Pick<Parts, "engine">,
  deeds: readonly Deed[],
  acknowledged: readonly Acknowledged[],
): Promise<Verdict> {
  const faults: string[] = [];
  const wrong: string[] = [];
  const logs = new Map<string, readonly LogEvent[]>();
  const left = Map.groupBy(deeds, ({ callId }) => callId);
  for (const { runId } of await engine.listRuns(LOCAL, { limit: 100_000 })) {
    const events = await engine.events(LOCAL, runId, 0, 1_000_000);
    logs.set(runId, events);
    const { calls } = readLog(events);
    const own = [...calls.keys()].flatMap((callId) => left.get(callId) ?? []);
    for (const callId of calls.keys()) left.delete(callId);
    const { ok, difference } = await engine.replay(LOCAL, runId);
    const replayed = ok ? [] : [`replay differs: ${JSON.stringify(difference)}`];
    const found = [...ofLog(events, own), ...ofEnd(events), ...replayed];
    faults.push(...found.map((fault) => `${runId}: ${fault}`));
    if (found.length > 0)
      wrong.push(...events.map((event) => JSON.stringify(event)), ...own.map((deed) => JSON.stringify(deed)));
  }
  for (const callId of left.keys()) faults.push(`${callId} ran and is in no log`);
  const ends = waitEnds(logs);
  for (const each of acknowledged) faults.push(...lost(each, logs, ends));
  return { faults, wrong, ...counted([...logs.values()].flat()), runs: logs.size };
}

/** The log with the ledger. */
function ofLog(events: readonly LogEvent[], deeds: readonly Deed[]): string[] {
  const parked = Map.groupBy(
    events.filter(({ type }) => type === "tool.parked"),
    ({ data }): string => data.callId,
  );
  const lineOf = ({ callId, phase, at }: Deed): LedgerLine => {
    const [, resume] = phase.split(":");
    const wait = resume === undefined ? undefined : parked.get(callId)?.[Number(resume) - 1];
    return { callId, at, phase: resume === undefined ? phase : (wait?.data.waitId ?? phase) };
  };
  const all = deeds.map(lineOf);
  const log = readLog(events);
  const kept = deeds.filter(({ what }) => what === "kept");
  return [
    ...checkLog(events, deeds.filter(({ what }) => what === "ran").map(lineOf)),
    // Also what was said on the way: nothing of it comes before the start, or after the fence was over.
    ...new Set([...(RULES.fenced?.(log, all) ?? []), ...(RULES.toolsWereStarted?.(log, all) ?? [])]),
    ...kept
      .filter(({ callId }) => !events.some(({ type, data }) => type === "artifact.written" && data.callId === callId))
      .map(({ callId }) => `${callId} was told that its artifact is kept, and the log has none`),
  ];
}

function ofEnd(events: readonly LogEvent[]): string[] {
  const { end } = readLog(events);
  if (end === null) return ["it has not ended"];
  if (end.type !== "run.failed" || ENDS_WITH.includes(end.data.error.type)) return [];
  if (end.data.error.type === "killed" && NOT_SENT.test(end.data.error.message)) return [];
  return [`it failed with ${JSON.stringify(end.data.error)}`];
}

/** The events that ended waits, by wait. */
function waitEnds(logs: ReadonlyMap<string, readonly LogEvent[]>): ReadonlyMap<string, LogEvent> {
  const ends = [...logs.values()].flat().filter(({ type }) => type.startsWith("wait."));
  return new Map(ends.map((event) => [event.data.waitId, event]));
}

/** Why something that was acknowledged is not in the logs. */
function lost(
  told: Acknowledged,
  logs: ReadonlyMap<string, readonly LogEvent[]>,
  ends: ReadonlyMap<string, LogEvent>,
): string[] {
  const of = (runId: string): readonly LogEvent[] => logs.get(runId) ?? [];
  switch (told.what) {
    case "created":
      return of(told.runId).length > 0 ? [] : [`${told.runId} was created and is gone`];
    case "answered": {
      const end = ends.get(told.waitId);
      const same = end?.type === "wait.resolved" && end.data.by === told.by;
      return same ? [] : [`${told.by} answered ${told.waitId}, and its end is ${JSON.stringify(end?.data)}`];
    }
    case "voted": {
      const votes = of(told.runId).filter(
        ({ type, data }) => type === "approval.decided" && data.waitId === told.waitId && data.by === told.by,
      );
      return votes.length === 1 && votes[0]?.data.decision === told.decision
        ? []
        : [`${told.by} voted on ${told.waitId} (${told.decision}), and the log has ${votes.length} such votes`];
    }
    case "signalled":
      return unheard(told, [...logs.values()].flat(), ends);
    case "cancelled":
      return of(told.runId).some(({ type, data }) => type === "run.cancelling" && data.by === told.by)
        ? []
        : [`${told.runId} was cancelled by ${told.by}, and the log does not say so`];
    case "called": {
      const end = readLog(of(told.runId)).end;
      return end?.type === "run.completed" && end.data.output === told.value
        ? []
        : [`${told.runId} came to ${JSON.stringify(told.value)}, and its log to ${JSON.stringify(end?.data)}`];
    }
  }
}

/** A signal ends the wait of its key, unless that was cancelled with its run. */
function unheard(
  { key, payload }: Extract<Acknowledged, { what: "signalled" }>,
  events: readonly LogEvent[],
  ends: ReadonlyMap<string, LogEvent>,
): string[] {
  const waits = events.filter(({ type, data }) => type === "tool.parked" && data.key?.endsWith(`/${key}`));
  return waits.flatMap(({ data }) => {
    const end = ends.get(data.waitId);
    if (end?.type === "wait.cancelled") return [];
    return end?.type === "wait.resolved" && end.data.payload?.payload === payload
      ? []
      : [`${data.waitId} did not hear ${key}: ${JSON.stringify(end?.data)}`];
  });
}

function counted(events: readonly LogEvent[]): Omit<Verdict, "faults" | "wrong" | "runs"> {
  const of = (type: string): LogEvent[] => events.filter((event) => event.type === type);
  const recovered = of("run.recovered");
  return {
    calls: of("tool.called").length,
    events: events.length,
    takeovers: recovered.length,
    orphans: recovered.reduce((sum, { data }) => sum + data.orphans.length, 0),
    unknown: of("tool.result").filter(({ data }) => data.error?.type === "outcome_unknown").length,
    workerLost: of("run.failed").filter(({ data }) => data.error.type === "worker_lost").length,
    again: [...of("tool.started"), ...of("tool.resumed")].filter(({ data }) => data.attempt > 1).length,
  };
}
