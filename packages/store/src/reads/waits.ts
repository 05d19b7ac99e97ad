// Reading waits.

import type { WaitFilter, WaitRow } from "@haft/engine/ports";
import { int, intOrNull, text, textOrNull } from "../database/row.ts";
import { all, get, type Row, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, wait_id). */
const ONE = "select * from waits where tenant = :tenant and wait_id = :waitId";

/** The row of one wait. */
export function* readWait(tenant: string, waitId: string): Work<Row | undefined> {
  return yield* get(ONE, { tenant, waitId });
}

/** Plan: index waits_inbox (tenant, deadline, opened_at), in its order. */
const INBOX = `
select * from waits where tenant = :tenant and status = 'open' and kind like :kind
order by coalesce(due_at, expires_at, 9007199254740991), opened_at, wait_id limit :limit`;
/** Plan: index waits_of_run. */
const OF_RUN = `
select * from waits where tenant = :tenant and run_id = :runId and status = 'open' and kind like :kind
order by opened_at, wait_id limit :limit`;
/** Plan: index waits_ended, backwards. */
const ENDED = `
select * from waits where tenant = :tenant and status <> 'open' and kind like :kind
order by ended_at desc, wait_id desc limit :limit`;

/** Open waits by their nearest deadline, and where asked for, ended ones after them. */
export function* readWaits(tenant: string, filter: WaitFilter): Work<readonly WaitRow[]> {
  const where = { tenant, kind: filter.kind ?? "%", limit: filter.limit };
  if (filter.runId !== undefined) return (yield* all(OF_RUN, { ...where, runId: filter.runId })).map(waitRow);
  const open = yield* all(INBOX, where);
  if (filter.open || open.length >= filter.limit) return open.map(waitRow);
  return [...open, ...(yield* all(ENDED, { ...where, limit: filter.limit - open.length }))].map(waitRow);
}

/** A wait as it is handed out. */
export function waitRow(row: Row): WaitRow {
  return {
    waitId: text(row, "wait_id"),
    runId: text(row, "run_id"),
    callId: text(row, "call_id"),
    threadId: text(row, "thread_id"),
    toolset: text(row, "toolset"),
    tool: text(row, "tool"),
    // The schema's checks leave no other words in these two columns.
    kind: text(row, "kind") as WaitRow["kind"],
    status: text(row, "status") as WaitRow["status"],
    prompt: textOrNull(row, "prompt"),
    schema: json(row, "schema"),
    choices: json(row, "choices"),
    to: json(row, "recipients"),
    dueAt: intOrNull(row, "due_at"),
    paths: json(row, "paths"),
    key: textOrNull(row, "key"),
    meta: json(row, "meta") ?? {},
    openedAt: int(row, "opened_at"),
    expiresAt: intOrNull(row, "expires_at"),
    endedAt: intOrNull(row, "ended_at"),
    endedBy: textOrNull(row, "ended_by"),
  };
}

/** A column that only this store wrote, from a value of this type. */
function json<T>(row: Row, name: string): T | null {
  const value = textOrNull(row, name);
  return value === null ? null : (JSON.parse(value) as T);
}
