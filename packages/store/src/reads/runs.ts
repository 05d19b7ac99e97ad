// Reading runs, each with its open waits.

import { type CallError, isObject, type RunRow } from "@haft/engine/ports";
import { int, intOrNull, text, textOrNull } from "../database/row.ts";
import { get, type Row, type Work } from "../database/work.ts";

/** Plan: index waits_of_run. Ids hold no commas. */
export const OPEN_WAITS = `(
  select string_agg(wait_id, ',' order by opened_at, wait_id) from waits
  where waits.tenant = runs.tenant and waits.run_id = runs.run_id and waits.status = 'open')`;

/** Plan: primary key (tenant, run_id). */
const ONE = `select *, ${OPEN_WAITS} as open_waits from runs where tenant = :tenant and run_id = :runId`;

/** One run; null if there is none. */
export function* readRun(tenant: string, runId: string): Work<RunRow | null> {
  const row = yield* get(ONE, { tenant, runId });
  return row === undefined ? null : runRow(row);
}

/** A row with its open waits, as it is handed out. */
export function runRow(row: Row): RunRow {
  const workerId = textOrNull(row, "worker_id");
  // The schema's checks leave no other words in these columns.
  const status = text(row, "status") as RunRow["status"];
  return {
    tenant: text(row, "tenant"),
    runId: text(row, "run_id"),
    threadId: text(row, "thread_id"),
    kind: text(row, "kind") as RunRow["kind"],
    tool: textOrNull(row, "tool"),
    agent: textOrNull(row, "agent"),
    place: text(row, "place") || null,
    minEngine: int(row, "min_engine"),
    requestedBy: text(row, "requested_by"),
    status: workerId === null ? status : "running",
    fence: int(row, "fence"),
    lastSeq: int(row, "last_seq"),
    workerId,
    leaseUntil: intOrNull(row, "lease_until"),
    dueAt: intOrNull(row, "due_at"),
    createdAt: int(row, "created_at"),
    endedAt: intOrNull(row, "ended_at"),
    error: callError(textOrNull(row, "error")),
    openWaits: textOrNull(row, "open_waits")?.split(",") ?? [],
  };
}

function callError(value: string | null): CallError | null {
  if (value === null) return null;
  const error: unknown = JSON.parse(value);
  if (!isObject(error) || typeof error.type !== "string" || typeof error.message !== "string") return null;
  const { type, message, hint } = error;
  return typeof hint === "string" ? { type, message, hint } : { type, message };
}
