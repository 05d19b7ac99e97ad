// Transaction 9: waiting runs whose time has come become ready, the earliest first; signals and keys whose time is
// over are forgotten.

import { intOrNull } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, run, send, type Work } from "../database/work.ts";

/** Plan: index runs_due up to now for the keys, then the primary key (tenant, run_id). */
const FIRE = `
with due as (
  select tenant, run_id from runs where status = 'waiting' and due_at is not null and due_at <= :now
  order by due_at limit :limit {lock free rows})
update runs set status = 'ready', ready_at = due_at, due_at = null
where status = 'waiting' and (tenant, run_id) in (select tenant, run_id from due)`;
/** Plan: index signals_forget up to now for the keys, then the primary key (tenant, key, number). */
const FORGET = `
with gone as (
  select tenant, key, number from signals where forget_at <= :now order by forget_at limit :limit {lock free rows})
delete from signals where (tenant, key, number) in (select tenant, key, number from gone)`;
/** Plan: index idempotency_forget up to now for the keys, then the primary key (tenant, key). */
const FORGET_KEYS = `
with gone as (
  select tenant, key from idempotency where forget_at is not null and forget_at <= :now
  order by forget_at limit :limit {lock free rows})
delete from idempotency where (tenant, key) in (select tenant, key from gone)`;
/** Plan: index runs_due, its first entry. */
const NEXT = "select min(due_at) as next from runs where status = 'waiting' and due_at is not null";

/** How many became ready, and when the next is due. */
export function* fireDue(
  { now }: Transaction,
  limit: number,
): Work<{ readonly fired: number; readonly next: number | null; readonly now: number }> {
  const fired = yield* run(FIRE, { now, limit });
  yield* send(FORGET, { now, limit });
  yield* send(FORGET_KEYS, { now, limit });
  return { fired, next: intOrNull((yield* get(NEXT)) ?? { next: null }, "next"), now };
}
