// I3: a phase is begun once, and again only under a greater fence where that does no harm, at most three times.

import { type LogEvent, lastBefore, phaseOf, type Rule } from "./log.ts";

const MAX_ATTEMPTS = 3;

/** Begins, and what the ledger has of them. */
export const begunOnce: Rule = ({ calls }, ledger) => {
  const faults: string[] = [];
  const ran = Map.groupBy(ledger, ({ callId, phase }) => `${callId} ${phase}`);
  for (const { callId, called, begun, results } of calls.values()) {
    for (const [phase, events] of Map.groupBy(begun, phaseOf)) {
      const key = `${callId} ${phase}`;
      if (events.length > MAX_ATTEMPTS) faults.push(`I3: ${key} is begun more than three times`);
      if (events.some((event, index) => index > 0 && event.data.fence <= events[index - 1]?.data.fence)) {
        faults.push(`I3: ${key} is begun twice under one fence`);
      }
      if (events.length > 1 && !mayBeginAgain(called, phase))
        faults.push(`I3: ${key} is begun again and is not idempotent`);
      if (new Set(events.map(({ data }) => data.idempotencyKey)).size > 1)
        faults.push(`I3: ${key} is begun under two keys`);
      const lines = ran.get(key)?.length ?? 0;
      if (lines > events.length) faults.push(`I3: ${key} ran ${lines} times and was begun ${events.length} times`);
    }
    const result = results[0];
    const late = result === undefined ? undefined : begun.find(({ seq }) => seq > result.seq);
    if (late !== undefined) faults.push(`I3: ${callId} is begun at ${late.seq}, after its result`);
  }
  return faults;
};

/** A call whose effect may have happened is not repeated without a person. */
export const unknownNotRepeated: Rule = ({ calls, events }) => {
  const faults: string[] = [];
  const whatOf = (called: LogEvent): string => what(called, events);
  const unknown: { readonly seq: number; readonly what: string }[] = [];
  for (const { called, results } of calls.values()) {
    const lost = results.find(({ data }) => data.error?.type === "outcome_unknown");
    if (called !== null && lost !== undefined) unknown.push({ seq: lost.seq, what: whatOf(called) });
  }
  unknown.sort((a, b) => a.seq - b.seq);
  for (const { callId, called, begun, gates } of calls.values()) {
    const first = begun[0];
    if (called === null || first === undefined || called.data.traits.readOnly || called.data.traits.idempotent)
      continue;
    const before = unknown.findLast(({ seq, what }) => seq < first.seq && what === whatOf(called));
    if (before === undefined) continue;
    const repeats = `I3: ${callId} repeats at ${first.seq} what has an unknown outcome at ${before.seq}`;
    const gate = lastBefore(gates, first.seq);
    const asked = events.find(({ type, data }) => type === "approval.requested" && data.waitId === first.data.approval);
    if (gate?.data.verdict !== "ask") faults.push(`${repeats}, and nobody was asked`);
    else if (gate.seq < before.seq || asked === undefined || asked.seq < before.seq)
      faults.push(`${repeats}, and whoever was asked did not know`);
  }
  return faults;
};

function mayBeginAgain(called: LogEvent | null, phase: string): boolean {
  const traits = called?.data.traits;
  return (phase === "call" ? traits?.idempotent : traits?.resume?.idempotent) === true;
}

/** Tool and arguments as the call would run: repaired, and edited. */
function what({ data }: LogEvent, events: readonly LogEvent[]): string {
  const changed = events.findLast(
    (event) =>
      (event.type === "arguments.repaired" || event.type === "approval.decided") &&
      event.data.callId === data.callId &&
      event.data.arguments !== undefined,
  );
  return JSON.stringify([data.toolset, data.tool, sorted(changed?.data.arguments ?? data.arguments ?? {})]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
