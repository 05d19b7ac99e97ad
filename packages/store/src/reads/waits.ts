// Reading waits.

import type { WaitFilter, WaitRow } from "@haft/engine/ports";
import { int, intOrNull, text, textOrNull } from "../database/row.ts";
import { all, get, type Row, type Work } from "../database/work.ts";

/** Waits with their approvals. Plan: the primary key of approvals for each wait. */
const COLUMNS = `w.*, a.reason as asked_reason, a.digest as asked_digest, a.arguments as asked_arguments,
  a.rules as asked_rules, a.version as asked_version, a.have as have, a.need as need
from waits w left join approvals a on a.tenant = w.tenant and a.wait_id = w.wait_id`;

/** Plan: primary key (tenant, wait_id). */
const ONE = `select ${COLUMNS} where w.tenant = :tenant and w.wait_id = :waitId`;

/** The row of one wait. */
export function* readWait(tenant: string, waitId: string): Work<Row | undefined> {
  return yield* get(ONE, { tenant, waitId });
}

/** Plan: index waits_inbox (tenant, deadline, opened_at), in its order. */
const INBOX = `
select ${COLUMNS} where w.tenant = :tenant and w.status = 'open' and w.kind like :kind
order by coalesce(w.due_at, w.expires_at, 9007199254740991), w.opened_at, w.wait_id limit :limit`;
/** Plan: index waits_people, in its order; its own condition is said as well, for a planner that draws no conclusions. */
const PEOPLE = `
select ${COLUMNS} where w.tenant = :tenant and w.status = 'open' and w.kind in ('answer', 'approval') and w.kind = :kind
order by coalesce(w.due_at, w.expires_at, 9007199254740991), w.opened_at, w.wait_id limit :limit`;
/** Plan: index waits_of_run. */
const OF_RUN = `
select ${COLUMNS} where w.tenant = :tenant and w.run_id = :runId and w.status = 'open' and w.kind like :kind
order by w.opened_at, w.wait_id limit :limit`;
/** Plan: index waits_ended, backwards. */
const ENDED = `
select ${COLUMNS} where w.tenant = :tenant and w.status <> 'open' and w.kind like :kind
order by w.ended_at desc, w.wait_id desc limit :limit`;

/** Open waits by their nearest deadline, and where asked for, ended ones after them. */
export function* readWaits(tenant: string, filter: WaitFilter): Work<readonly WaitRow[]> {
  const where = { tenant, kind: filter.kind ?? "%", limit: filter.limit };
  if (filter.runId !== undefined) return (yield* all(OF_RUN, { ...where, runId: filter.runId })).map(waitRow);
  const forPeople = filter.kind === "answer" || filter.kind === "approval";
  const open = yield* all(forPeople ? PEOPLE : INBOX, where);
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
    openedSeq: int(row, "opened_seq"),
    approval: approval(row),
    meta: json(row, "meta") ?? {},
    openedAt: int(row, "opened_at"),
    expiresAt: intOrNull(row, "expires_at"),
    endedAt: intOrNull(row, "ended_at"),
    endedBy: textOrNull(row, "ended_by"),
  };
}

function approval(row: Row): WaitRow["approval"] {
  const digest = textOrNull(row, "asked_digest");
  if (digest === null) return null;
  return {
    reason: textOrNull(row, "asked_reason"),
    digest,
    arguments: json(row, "asked_arguments"),
    rules: json(row, "asked_rules") ?? [],
    version: text(row, "asked_version"),
    have: int(row, "have"),
    need: int(row, "need"),
  };
}

/** A column that only this store wrote, from a value of this type. */
function json<T>(row: Row, name: string): T | null {
  const value = textOrNull(row, name);
  return value === null ? null : (JSON.parse(value) as T);
}
