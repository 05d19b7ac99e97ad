// Part of transaction 11: when a run has ended, the next one of its thread becomes ready.

import type { Transaction } from "../database/transaction.ts";
import { get, send, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, thread_id). Whoever adds a run to the thread holds this row as well, so that none is missed. */
const THREAD = "select 1 as held from threads where tenant = :tenant and thread_id = :threadId {lock row}";
/**
 * Plan: index runs_queue gives the row, runs_open_in_thread whether the thread has an open run: a run that was cancelled in
 * the queue leaves the one whose turn it is where it was.
 */
const NEXT = `
update runs set status = 'ready', ready_at = :now, queue_number = null
where tenant = :tenant and run_id = (
  select run_id from runs where tenant = :tenant and thread_id = :threadId and status = 'queued'
  order by queue_number limit 1)
  and not exists (
    select 1 from runs where tenant = :tenant and thread_id = :threadId and status in ('ready', 'waiting'))`;

/** Holds a thread's queue for this transaction; false: there is no such thread. */
export function* holdThread(tenant: string, threadId: string): Work<boolean> {
  return (yield* get(THREAD, { tenant, threadId })) !== undefined;
}

/** Makes the oldest queued run of a thread ready, if there is one. */
export function* startNext({ now }: Transaction, tenant: string, threadId: string): Work<void> {
  yield* holdThread(tenant, threadId);
  yield* send(NEXT, { tenant, threadId, now });
}
