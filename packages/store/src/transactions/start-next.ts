// Part of transaction 11: when a run has ended, the next one of its thread becomes ready.

import type { Transaction } from "../database/transaction.ts";

/** Plan: index runs_queue gives the row; the unique index runs_open_in_thread would refuse a second open run. */
const NEXT = `
update runs set status = 'ready', ready_at = :now, queue_number = null
where tenant = :tenant and run_id = (
  select run_id from runs where tenant = :tenant and thread_id = :threadId and status = 'queued'
  order by queue_number limit 1)`;

/** Makes the oldest queued run of a thread ready, if there is one. */
export function startNext({ database, now }: Transaction, tenant: string, threadId: string): void {
  database.run(NEXT, { tenant, threadId, now });
}
