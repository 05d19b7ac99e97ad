// Transaction 2, for whichever run is next: that of a lost worker, else a ready one, going round the tenants.

import type { Claimed, ClaimNext } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, type Row, type Work } from "../database/work.ts";
import { COLUMNS, take } from "./take.ts";

/** Plan: index runs_claim (place, tenant, ready_at), one row: the next tenant after the one served last. */
const NEXT_TENANT = `
select tenant from runs where status = 'ready' and worker_id is null and place = :place and tenant > :after
order by tenant limit 1`;
/** Plan: index runs_claim (place, tenant, ready_at), in its order. */
const OLDEST = `
select ${COLUMNS} from runs
where status = 'ready' and worker_id is null and place = :place and tenant = :tenant and min_engine <= :engine
order by ready_at limit 1 {lock free rows}`;
/** Plan: index runs_held_of_tenant, covering; as many entries as the tenant has runs held. */
const HELD = "select count(*) as n from runs where worker_id is not null and tenant = :tenant";
/** Plan: primary key. */
const LIMIT = "select max_running as n from tenants where tenant = :tenant";
/** Plan: index runs_held (lease_until), up to now. */
const LAPSED = `
select ${COLUMNS} from runs
where worker_id is not null and lease_until <= :now and place in ('', :place) and min_engine <= :engine
order by lease_until limit 1 {lock free rows}`;
/** Plan: index runs_held, filtered by worker; as many entries as runs are held. */
const OF_WORKER = `
select ${COLUMNS} from runs
where worker_id = :workerId and lease_until > 0 and place in ('', :place) and min_engine <= :engine
limit 1 {lock free rows}`;

/** Takes the run of a lost worker, else the next ready one; null: there is none. */
export function* claimNext(transaction: Transaction, request: ClaimNext): Work<Claimed | null> {
  const lost = yield* lapsed(transaction, request);
  if (lost !== undefined) return yield* take(transaction, lost, request);
  const places = request.place === null ? [""] : ["", request.place];
  for (const place of places) {
    const row = yield* nextOf(request, place);
    if (row !== undefined) return yield* take(transaction, row, request);
  }
  return null;
}

function* lapsed({ now }: Transaction, request: ClaimNext): Work<Row | undefined> {
  const where = { place: request.place ?? "", engine: request.engine };
  for (const workerId of request.gone) {
    const row = yield* get(OF_WORKER, { ...where, workerId });
    if (row !== undefined) return row;
  }
  return yield* get(LAPSED, { ...where, now });
}

function* nextOf(request: ClaimNext, place: string): Work<Row | undefined> {
  const { engine } = request;
  // Twice round: from the tenant served last to the end, then from the beginning.
  for (let after = request.afterTenant, rounds = 0; rounds < 2; ) {
    const next = yield* get(NEXT_TENANT, { place, after });
    if (next === undefined) {
      after = "";
      rounds += 1;
      continue;
    }
    const tenant = text(next, "tenant");
    const limit = Math.min(request.maxRunning, yield* number(LIMIT, tenant));
    const row = (yield* number(HELD, tenant)) < limit ? yield* get(OLDEST, { place, tenant, engine }) : undefined;
    if (row !== undefined) return row;
    after = tenant;
  }
  return undefined;
}

function* number(sql: string, tenant: string): Work<number> {
  return int((yield* get(sql, { tenant })) ?? { n: 0 }, "n");
}
