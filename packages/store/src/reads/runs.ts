// Reading runs and what belongs to them. Lists whose conditions differ are built with Kysely; the rest are fixed.

import { type CallError, isObject, type RunFilter, type RunRow } from "@haft/engine/ports";
import type { Database } from "../database/database.ts";
import { int, intOrNull, type Row, text, textOrNull } from "../database/row.ts";

/** Plan: primary key (tenant, run_id). */
const ONE = "select * from runs where tenant = :tenant and run_id = :runId";
/** Plan: index waits_of_run, covering. */
const OPEN_WAITS = `
select wait_id from waits where tenant = :tenant and run_id = :runId and status = 'open' order by opened_at`;

/** One run; null if there is none. */
export function readRun(database: Database, tenant: string, runId: string): RunRow | null {
  const row = database.get(ONE, { tenant, runId });
  return row === undefined ? null : runRow(database, row);
}

/** Runs, newest first. The builder is loaded with the first list: most commands need none. */
export async function readRuns(database: Database, tenant: string, filter: RunFilter): Promise<readonly RunRow[]> {
  const { listRuns } = await import("./list-runs.ts");
  const { sql, parameters } = listRuns(tenant, filter);
  return database.list(sql, parameters).map((row) => runRow(database, row));
}

/** Plan: primary key (tenant, run_id). */
const HEAD = "select last_seq from runs where tenant = :tenant and run_id = :runId";

/** The last sequence of each run that there is. */
export function readHeads(database: Database, tenant: string, runIds: readonly string[]): ReadonlyMap<string, number> {
  const heads = new Map<string, number>();
  for (const runId of runIds) {
    const row = database.get(HEAD, { tenant, runId });
    if (row !== undefined) heads.set(runId, int(row, "last_seq"));
  }
  return heads;
}

function runRow(database: Database, row: Row): RunRow {
  const [tenant, runId] = [text(row, "tenant"), text(row, "run_id")];
  const workerId = textOrNull(row, "worker_id");
  // The schema's checks leave no other words in these columns.
  const status = text(row, "status") as RunRow["status"];
  const parked = status === "waiting" || status === "ready";
  return {
    tenant,
    runId,
    threadId: text(row, "thread_id"),
    kind: text(row, "kind") as RunRow["kind"],
    tool: textOrNull(row, "tool"),
    requestedBy: text(row, "requested_by"),
    status: workerId === null ? status : "running",
    fence: int(row, "fence"),
    lastSeq: int(row, "last_seq"),
    workerId,
    dueAt: intOrNull(row, "due_at"),
    createdAt: int(row, "created_at"),
    endedAt: intOrNull(row, "ended_at"),
    error: callError(textOrNull(row, "error")),
    openWaits: parked ? database.all(OPEN_WAITS, { tenant, runId }).map((wait) => text(wait, "wait_id")) : [],
  };
}

function callError(value: string | null): CallError | null {
  if (value === null) return null;
  const error: unknown = JSON.parse(value);
  if (!isObject(error) || typeof error.type !== "string" || typeof error.message !== "string") return null;
  const { type, message, hint } = error;
  return typeof hint === "string" ? { type, message, hint } : { type, message };
}
