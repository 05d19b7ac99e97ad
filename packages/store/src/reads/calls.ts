// Reading calls, and finding ids by how they begin.

import type { CallRow } from "@haft/engine/ports";
import { text } from "../database/row.ts";
import { all, get, type Row, type Work } from "../database/work.ts";

/** Plan: primary keys of calls and of runs. */
const ONE = `
select c.*, r.thread_id from calls c join runs r on r.tenant = c.tenant and r.run_id = c.run_id
where c.tenant = :tenant and c.call_id = :callId`;

/** One call; null if there is none. */
export function* readCall(tenant: string, callId: string): Work<CallRow | null> {
  const row = yield* get(ONE, { tenant, callId });
  return row === undefined ? null : callRow(row);
}

/** Plan: index calls_open (tenant, run_id). */
const OPEN = `
select c.*, r.thread_id from calls c join runs r on r.tenant = c.tenant and r.run_id = c.run_id
where c.tenant = :tenant and c.run_id = :runId and c.settled_seq is null
order by c.ordinal, c.call_id`;

/** The calls of a run that have no result. */
export function* readOpenCalls(tenant: string, runId: string): Work<readonly CallRow[]> {
  return (yield* all(OPEN, { tenant, runId })).map(callRow);
}

function callRow(row: Row): CallRow {
  return {
    callId: text(row, "call_id"),
    runId: text(row, "run_id"),
    threadId: text(row, "thread_id"),
    toolset: text(row, "toolset"),
    tool: text(row, "tool"),
    version: text(row, "version"),
    // The schema's check leaves no other words in this column.
    status: text(row, "status") as CallRow["status"],
  };
}

/** Plan: each a range of the primary key (tenant, id). */
const BY_PREFIX = {
  run: range("runs", "run_id", "created_at"),
  call: range("calls", "call_id", "call_id"),
  wait: range("waits", "wait_id", "opened_at"),
  thr: range("threads", "thread_id", "created_at"),
} as const;

function range(table: string, id: string, order: string): string {
  return `select ${id} as id from ${table} where tenant = :tenant and ${id} >= :prefix and ${id} < :end
order by ${order} desc limit :limit`;
}

/** Full ids that begin with a prefix, newest first. */
export function* readIds(
  tenant: string,
  kind: "run" | "call" | "wait" | "thr",
  prefix: string,
  limit: number,
): Work<readonly string[]> {
  const end = `${prefix}\u{10ffff}`;
  return (yield* all(BY_PREFIX[kind], { tenant, prefix, end, limit })).map((row) => text(row, "id"));
}
