// Transaction 10: a run is being cancelled. A run that somebody holds is only told; a run that nobody holds ends here.

import type { CancelReply, CancelRun } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, run, type Work } from "../database/work.ts";
import { readRun } from "../reads/runs.ts";
import { appendEvents } from "./append-events.ts";
import { audit } from "./audit.ts";
import { isHeld } from "./lapsed.ts";
import { remember } from "./remember.ts";
import { startNext } from "./start-next.ts";

/** Plan: primary key (tenant, run_id). */
const LOOK = `
select thread_id, last_seq, last_at, worker_id, lease_until, ended_at
from runs where tenant = :tenant and run_id = :runId {lock row}`;

/** Plan: primary key (tenant, run_id). A fence more for a lost holder: what it still brings is not folded. */
const CANCEL = `
update runs set last_seq = last_seq + :count, last_at = :at,
  fence = fence + :lost,
  status = case when :end = 1 then 'cancelled' else status end,
  ended_at = case when :end = 1 then :now else ended_at end,
  worker_id = case when :end = 1 then null else worker_id end,
  lease_until = case when :end = 1 then null else lease_until end,
  ready_at = case when :end = 1 then null else ready_at end,
  due_at = case when :end = 1 then null else due_at end,
  queue_number = case when :end = 1 then null else queue_number end
where tenant = :tenant and run_id = :runId and last_seq = :lastSeq and ended_at is null`;

/** Writes the cancellation, or says why not. */
export function* cancelRun(transaction: Transaction, request: CancelRun): Work<CancelReply> {
  const { now } = transaction;
  const { tenant, runId, lastSeq } = request;
  const row = yield* get(LOOK, { tenant, runId });
  if (row === undefined) return { ok: false, reason: "not_found" };
  if (row.ended_at !== null) return { ok: false, reason: "ended" };
  const held = isHeld(row, now, request);
  const events = held ? request.ifHeld : request.ifFree;
  const at = Math.max(now, int(row, "last_at"));
  const flags = { end: held ? 0 : 1, lost: row.worker_id !== null && !held ? 1 : 0 };
  const changed = yield* run(CANCEL, { tenant, runId, lastSeq, now, at, count: events.length, ...flags });
  if (changed !== 1) return { ok: false, reason: "changed" };
  const threadId = text(row, "thread_id");
  yield* appendEvents({ tenant, runId, threadId, firstSeq: lastSeq + 1, at }, events);
  // Whoever asks again only hears how it stands.
  if (events.some(({ type }) => type === "run.cancelling")) {
    yield* audit(transaction, tenant, { by: request.by, action: "run.cancelled", subject: runId, detail: {} });
  }
  if (!held) yield* startNext(transaction, tenant, threadId);
  const after = yield* readRun(tenant, runId);
  if (after === null) throw new Error(`run ${runId} was cancelled and is gone`);
  yield* remember(transaction, request.idempotency, { tenant, runId, reply: { run: after } });
  return { ok: true, ended: !held, run: after };
}
