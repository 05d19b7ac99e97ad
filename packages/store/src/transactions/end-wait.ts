// Transaction 7: an answer, or the cancellation of one wait, from any process. The first wins (I4); an answer at or after
// the deadline writes the expiry instead. The run becomes ready if nobody holds it.

import { type EndWait, type EndWaitReply, type EventDraft, expiredPayload, type WaitRow } from "@haft/engine/ports";
import { int } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, type Row, type Work } from "../database/work.ts";
import { readWait, waitRow } from "../reads/waits.ts";
import { appendEvents } from "./append-events.ts";
import { audit } from "./audit.ts";
import { leftAs, remember } from "./remember.ts";

/** Plan: primary keys of waits and runs. The wait is read when its run is held: of two at once the second sees the first. */
const HOLD_RUN = `
select run_id from runs where tenant = :tenant
  and run_id = (select run_id from waits where tenant = :tenant and wait_id = :waitId) {lock row}`;

/** Plan: primary key (tenant, run_id). The run's row takes the event's sequence, and is ready where nobody holds it. */
const TELL = `
update runs set last_seq = last_seq + 1, last_at = case when last_at > :now then last_at else :now end, status = 'ready',
  ready_at = coalesce(ready_at, :now), due_at = null
where tenant = :tenant and run_id = :runId and ended_at is null
returning last_seq, last_at`;

/** The wait, with its run held for this transaction. */
export function* holdWait(tenant: string, waitId: string): Work<Row | undefined> {
  return (yield* get(HOLD_RUN, { tenant, waitId })) === undefined ? undefined : yield* readWait(tenant, waitId);
}

/** Ends the wait, or says how it had ended. */
export function* endWait(transaction: Transaction, request: EndWait): Work<EndWaitReply> {
  const { tenant, waitId } = request;
  const row = yield* holdWait(tenant, waitId);
  if (row === undefined) return { ok: false, reason: "not_found" };
  const wait = waitRow(row);
  if (wait.status !== "open") return refused(row, wait, request);
  // I5: an approval is decided by votes, which are counted; nobody grants one by naming its wait.
  if (wait.kind === "approval" && request.end === "resolved") throw new TypeError(`${waitId} waits for votes`);
  const late = wait.expiresAt !== null && transaction.now >= wait.expiresAt;
  yield* tell(transaction, tenant, wait, late ? expiry(wait, transaction.now) : end(wait, request));
  const action = late ? "wait.expired" : `wait.${request.end}`;
  const by = late ? "clock" : request.by;
  yield* audit(transaction, tenant, { by, action, subject: waitId, detail: { runId: wait.runId } });
  const after = yield* readWait(tenant, waitId);
  const ended = after === undefined ? wait : waitRow(after);
  if (late) return { ok: false, reason: "ended", wait: ended };
  yield* remember(transaction, request.idempotency, { tenant, runId: wait.runId, reply: leftAs(ended) });
  return { ok: true, wait: ended, repeated: false };
}

/** The same end by the same person gets the same reply. */
function refused(row: Row, wait: WaitRow, request: EndWait): EndWaitReply {
  const same =
    wait.status === request.end &&
    wait.endedBy === request.by &&
    row.ended_with === JSON.stringify(end(wait, request).data.payload);
  return same ? { ok: true, wait, repeated: true } : { ok: false, reason: "ended", wait };
}

function end(wait: WaitRow, request: EndWait): Extract<EventDraft, { type: "wait.resolved" | "wait.cancelled" }> {
  const { callId, waitId, kind } = wait;
  const { payload, by } = request;
  if (request.end === "cancelled") return { type: "wait.cancelled", data: { callId, waitId, kind, payload, by } };
  const original = request.resumeOriginal ? { resumeOriginal: true } : {};
  return { type: "wait.resolved", data: { callId, waitId, kind, payload, by, ...original } };
}

/** What is written where nobody has ended a wait before its deadline. */
export function expiry(wait: WaitRow, now: number): EventDraft {
  const { callId, waitId, kind, openedAt } = wait;
  return { type: "wait.expired", data: { callId, waitId, kind, payload: expiredPayload(openedAt, now), by: "clock" } };
}

/** Writes the event of a wait that is open, and makes its run ready. */
export function* tell({ now }: Transaction, tenant: string, wait: WaitRow, event: EventDraft): Work<void> {
  const { runId, threadId, waitId } = wait;
  const row = yield* get(TELL, { tenant, runId, now });
  if (row === undefined) throw new Error(`wait ${waitId} is open and its run ${runId} has ended`);
  const place = { tenant, runId, threadId, firstSeq: int(row, "last_seq"), at: int(row, "last_at") };
  yield* appendEvents(place, [event]);
}
