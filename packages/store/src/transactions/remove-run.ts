// Part of the transactions that remove runs which have ended: a run with everything that hangs on it, at once or, where its
// log is long, the log in pieces behind it.

import { EVENT_KINDS, isObject } from "@haft/engine/ports";
import { intOrNull, text } from "../database/row.ts";
import { all, each, get, type Parameters, send, type Work } from "../database/work.ts";

const KINDS = EVENT_KINDS.map((kind) => `'${kind}'`).join(", ");

/** Plan: primary key (tenant, run_id, seq). What a run made is found by its events: no index is kept for the day it goes. */
const MADE = `
select type, data from events
where tenant = :tenant and run_id = :runId and seq < :before
  and (type in ('tool.called', 'tool.parked', 'approval.requested') or type not in (${KINDS}))`;
/** Plan: primary key (tenant, run_id, seq), its first entry of the run. */
const FIRST = "select min(seq) as seq from events where tenant = :tenant and run_id = :runId";
/** Plan: primary key (tenant, run_id, seq). */
const EVENTS = "delete from events where tenant = :tenant and run_id = :runId and seq < :before";
/** Plan: primary keys, from (tenant, run_id …) on; idempotency by its index idempotency_run. */
const OF_RUN = [
  "delete from snapshots where tenant = :tenant and run_id = :runId",
  "delete from blob_names where tenant = :tenant and run_id = :runId",
  "delete from idempotency where tenant = :tenant and run_id = :runId",
];
/** What an event makes, and where its id is. */
const MADE_BY = new Map<string, { readonly kind: "call" | "wait"; readonly id: string }>([
  ["tool.called", { kind: "call", id: "callId" }],
  ["tool.parked", { kind: "wait", id: "waitId" }],
  ["approval.requested", { kind: "wait", id: "waitId" }],
]);
/** First of all: a late note waits for it, and then finds no run. */
const RUN = "delete from runs where tenant = :tenant and run_id = :runId";
const OF_WAIT = [
  "delete from waits where tenant = :tenant and wait_id = :id",
  "delete from approvals where tenant = :tenant and wait_id = :id",
  "delete from votes where tenant = :tenant and wait_id = :id",
];
const OF_CALL = ["delete from calls where tenant = :tenant and call_id = :id"];

/** Plan: all that the tenant has, once for a run that somebody has damaged. Votes before the waits that they are on. */
const OF_DAMAGED = [
  `delete from votes where tenant = :tenant and wait_id in (
    select wait_id from waits where tenant = :tenant and run_id = :runId)`,
  "delete from approvals where tenant = :tenant and run_id = :runId",
  "delete from waits where tenant = :tenant and run_id = :runId",
  "delete from calls where tenant = :tenant and run_id = :runId",
];

/** Removes the run. Its blobs and artifacts are left to whoever calls this. */
export function* removeRun(tenant: string, runId: string): Work<void> {
  yield* removeRow(tenant, runId);
  yield* removeLog(tenant, runId, Number.MAX_SAFE_INTEGER);
}

/** Removes the run but for its log: nobody finds it any more. */
export function* removeRow(tenant: string, runId: string): Work<void> {
  yield* send(RUN, { tenant, runId });
  for (const sql of OF_RUN) yield* send(sql, { tenant, runId });
}

/** Removes so many events of a run, from its first on, with the calls and waits that they made. False: that was the rest. */
export function* removeLog(tenant: string, runId: string, events: number): Work<boolean> {
  const first = yield* firstOf(tenant, runId);
  if (first === null) return false;
  const before = Math.min(Number.MAX_SAFE_INTEGER, first + events);
  const ids = { call: [] as Parameters[], wait: [] as Parameters[] };
  let damaged = false;
  for (const row of yield* all(MADE, { tenant, runId, before })) {
    const made = MADE_BY.get(text(row, "type"));
    const id = made === undefined ? null : idIn(text(row, "data"), made.id);
    if (made === undefined || id === null) damaged = true;
    else ids[made.kind].push({ tenant, id });
  }
  for (const sql of OF_CALL) yield* each(sql, ids.call);
  for (const sql of OF_WAIT) yield* each(sql, ids.wait);
  // What an event made that cannot be read is found the long way.
  if (damaged) for (const sql of OF_DAMAGED) yield* send(sql, { tenant, runId });
  yield* send(EVENTS, { tenant, runId, before });
  return (yield* firstOf(tenant, runId)) !== null;
}

/** The sequence of its first event; null: it has none any more. */
function* firstOf(tenant: string, runId: string): Work<number | null> {
  return intOrNull((yield* get(FIRST, { tenant, runId })) ?? { seq: null }, "seq");
}

/** Null: somebody has changed it by hand. */
function idIn(data: string, name: string): string | null {
  try {
    const value: unknown = JSON.parse(data);
    const id = isObject(value) ? value[name] : undefined;
    return typeof id === "string" ? id : null;
  } catch {
    return null;
  }
}
