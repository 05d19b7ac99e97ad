// Transaction 2, for whichever run is next: that of a lost worker, else a ready one, going round the tenants. Runs that any
// worker may take and those of the worker's own place take turns as one: neither keeps the other waiting.

import type { Claimed, ClaimNext } from "@haft/engine/ports";
import { int, textOrNull } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, type Row, type Work } from "../database/work.ts";
import { lapsedBy } from "./lapsed.ts";
import { COLUMNS, take } from "./take.ts";

/** Plan: index runs_claim (place, tenant, ready_at), one row for each place: the next tenant after the one served last. */
const NEXT_TENANTS = `
select (
  select tenant from runs where status = 'ready' and worker_id is null and place = '' and tenant > :after
  order by tenant limit 1) as anywhere, (
  select tenant from runs where status = 'ready' and worker_id is null and place = :place and tenant > :after
  order by tenant limit 1) as here`;
/** Ids are letters and digits, so that each is found as it is in a text of several; most often there is none. */
const NOT_LEFT = ":except not like '%' || run_id || '%'";
/** Plan: index runs_claim (place, tenant, ready_at), in its order. */
const SINCE = `
select ready_at from runs
where status = 'ready' and worker_id is null and place = :place and tenant = :tenant and min_engine <= :engine and ${NOT_LEFT}
order by ready_at limit 1`;
/** Plan: index runs_claim (place, tenant, ready_at), in its order. */
const OLDEST = `
select ${COLUMNS} from runs
where status = 'ready' and worker_id is null and place = :place and tenant = :tenant and min_engine <= :engine and ${NOT_LEFT}
order by ready_at limit 1 {lock free rows}`;
/** Plan: index runs_held_of_tenant, covering; as many entries as the tenant has runs held. */
const HELD = "select count(*) as n from runs where worker_id is not null and tenant = :tenant";
/** Plan: primary key. */
const LIMIT = "select max_running as n from tenants where tenant = :tenant";
/** Plan: index runs_held (lease_until), up to the time by which they have surely run out. */
const LAPSED = `
select ${COLUMNS} from runs
where worker_id is not null and lease_until <= :lapsedBy and place in ('', :place) and min_engine <= :engine
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
  const row = yield* next(request);
  return row === undefined ? null : yield* take(transaction, row, request);
}

function* lapsed({ now }: Transaction, request: ClaimNext): Work<Row | undefined> {
  const where = { place: request.place ?? "", engine: request.engine };
  for (const workerId of request.gone) {
    const row = yield* get(OF_WORKER, { ...where, workerId });
    if (row !== undefined) return row;
  }
  return yield* get(LAPSED, { ...where, lapsedBy: lapsedBy(now, request) });
}

function* next(request: ClaimNext): Work<Row | undefined> {
  // Twice round: from the tenant served last to the end, then from the beginning.
  for (let after = request.afterTenant, rounds = 0; rounds < 2; ) {
    const tenant = yield* nextTenant(request, after);
    if (tenant === undefined) {
      after = "";
      rounds += 1;
      continue;
    }
    const limit = Math.min(request.maxRunning, yield* number(LIMIT, tenant.name));
    const row = (yield* number(HELD, tenant.name)) < limit ? yield* oldestOf(request, tenant) : undefined;
    if (row !== undefined) return row;
    after = tenant.name;
  }
  return undefined;
}

/** A tenant that has ready runs, and in which places. */
interface NextTenant {
  readonly name: string;
  readonly places: readonly string[];
}

function* nextTenant({ place }: ClaimNext, after: string): Work<NextTenant | undefined> {
  const row = (yield* get(NEXT_TENANTS, { after, place: place ?? "" })) ?? { anywhere: null, here: null };
  const [anywhere, here] = [textOrNull(row, "anywhere"), textOrNull(row, "here")];
  // As the database orders texts, which is byte by byte.
  const name = anywhere === null || (here !== null && isBefore(here, anywhere)) ? here : anywhere;
  if (name === null) return undefined;
  const places = [...(anywhere === name ? [""] : []), ...(here === name && place !== null ? [place] : [])];
  return { name, places: [...new Set(places)] };
}

function isBefore(one: string, other: string): boolean {
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
}

/** Its run that has been ready for longest, wherever it may be moved; one that somebody else is just taking is left out. */
function* oldestOf({ engine, except = [] }: ClaimNext, { name: tenant, places }: NextTenant): Work<Row | undefined> {
  const whose = { tenant, engine, except: except.join(" ") };
  for (const place of yield* byAge(places, whose)) {
    const row = yield* get(OLDEST, { place, ...whose });
    if (row !== undefined) return row;
  }
  return undefined;
}

function* byAge(
  places: readonly string[],
  whose: { readonly tenant: string; readonly engine: number; readonly except: string },
): Work<readonly string[]> {
  if (places.length < 2) return places;
  const aged: { place: string; since: number }[] = [];
  for (const place of places) {
    const row = yield* get(SINCE, { place, ...whose });
    if (row !== undefined) aged.push({ place, since: int(row, "ready_at") });
  }
  return aged.sort((a, b) => a.since - b.since).map(({ place }) => place);
}

function* number(sql: string, tenant: string): Work<number> {
  return int((yield* get(sql, { tenant })) ?? { n: 0 }, "n");
}
