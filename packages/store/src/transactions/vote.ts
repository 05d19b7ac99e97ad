// Transaction 7 for approvals: one vote, with what follows from it, as it was decided from the run at a sequence. Where
// anything came in between it is decided again; at or after the deadline the expiry is written instead.

import type { EventDraft, VoteOnCall, VoteReply, WaitRow } from "@haft/engine/ports";
import { int } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, type Work } from "../database/work.ts";
import { readWait, waitRow } from "../reads/waits.ts";
import { appendEvents } from "./append-events.ts";
import { audit } from "./audit.ts";
import { expiry, holdWait, tell } from "./end-wait.ts";
import { leftAs, remember } from "./remember.ts";

/** Plan: primary key (tenant, run_id). Ready where the vote ends the wait; a vote that does not leaves the run as it is. */
const COUNT = `
update runs set last_seq = last_seq + :count, last_at = case when last_at > :now then last_at else :now end,
  status = case when :ends = 1 then 'ready' else status end,
  ready_at = case when :ends = 1 then coalesce(ready_at, :now) else ready_at end,
  due_at = case when :ends = 1 then null else due_at end
where tenant = :tenant and run_id = :runId and ended_at is null and last_seq = :lastSeq
returning last_at`;

/** Counts the vote, or says why not. */
export function* vote(transaction: Transaction, request: VoteOnCall): Work<VoteReply> {
  const { tenant, runId, waitId, lastSeq, events, by } = request;
  const row = yield* holdWait(tenant, waitId);
  if (row === undefined || row.run_id !== runId || row.kind !== "approval") return { ok: false, reason: "not_found" };
  const wait = waitRow(row);
  if (wait.status !== "open") return { ok: false, reason: "ended", wait };
  if (wait.expiresAt !== null && transaction.now >= wait.expiresAt) {
    yield* tell(transaction, tenant, wait, expiry(wait, transaction.now));
    yield* audit(transaction, tenant, { by: "clock", action: "wait.expired", subject: waitId, detail: { runId } });
    return { ok: false, reason: "ended", wait: yield* again(tenant, wait) };
  }
  const ends = events.some((event) => event.type === "wait.resolved" && event.data.waitId === waitId) ? 1 : 0;
  const counted = yield* get(COUNT, { tenant, runId, lastSeq, count: events.length, now: transaction.now, ends });
  if (counted === undefined) return { ok: false, reason: "changed" };
  const place = { tenant, runId, threadId: wait.threadId, firstSeq: lastSeq + 1, at: int(counted, "last_at") };
  yield* appendEvents(place, events);
  const action = `approval.${decisionOf(events)}`;
  yield* audit(transaction, tenant, { by, action, subject: waitId, detail: { runId, callId: wait.callId } });
  const after = yield* again(tenant, wait);
  yield* remember(transaction, request.idempotency, { tenant, runId, reply: leftAs(after) });
  return { ok: true, wait: after };
}

function* again(tenant: string, wait: WaitRow): Work<WaitRow> {
  const row = yield* readWait(tenant, wait.waitId);
  return row === undefined ? wait : waitRow(row);
}

function decisionOf(events: readonly EventDraft[]): string {
  for (const { type, data } of events) {
    if (type === "approval.decided") return data.arguments === undefined ? data.decision : "edited";
  }
  return "decided";
}
