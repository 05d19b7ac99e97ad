// Transaction 2: a run is taken, by name or as the next one that can move: fence + 1 and a lease. A run that was taken
// from a lost worker is told so.

import type { Claim, Claimed, ClaimNext, ClaimReply, EventDraft, Hold } from "@haft/engine/ports";
import { int, intOrNull, type Row, text, textOrNull } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { appendEvents } from "./append-events.ts";
import { columnsOfStanding, hasEnded } from "./create.ts";
import { registerWorker } from "./register-worker.ts";

/** Plan: primary key (tenant, run_id). */
const LOOK = `
select tenant, run_id, thread_id, status, fence, worker_id, lease_until, last_seq, last_at, min_engine, ended_at
from runs where tenant = :tenant and run_id = :runId`;

/** Plan: primary key (tenant, run_id). The fence that was read is a condition. */
const TAKE = `
update runs set fence = fence + 1, worker_id = :workerId, lease_until = :leaseUntil, status = 'ready',
  ready_at = coalesce(ready_at, :now), due_at = null, last_seq = last_seq + :count, last_at = :at
where tenant = :tenant and run_id = :runId and fence = :fence and last_seq = :lastSeq
  and status in ('ready', 'waiting') and (worker_id is null or lease_until <= :now or worker_id = :gone)`;

/** Plan: index calls_open (tenant, run_id). */
const ORPHANS = `
select call_id from calls where tenant = :tenant and run_id = :runId and status = 'running' order by ordinal`;

/** Takes the run, or says why not. */
export function claim(transaction: Transaction, request: Claim): ClaimReply {
  const { database, now } = transaction;
  const row = database.get(LOOK, { tenant: request.tenant, runId: request.runId });
  if (row === undefined) return { ok: false, reason: "not_found" };
  const refused = whyNot(row, request, now);
  if (refused !== null) return { ok: false, reason: refused };
  const first = request.first;
  if (first !== null && (first.lastSeq !== int(row, "last_seq") || row.worker_id !== null)) {
    return { ok: false, reason: "changed" };
  }
  const taken = take(transaction, row, request);
  if (taken === null) return { ok: false, reason: "changed" };
  const firstSeq = int(row, "last_seq") + 1;
  const at = Math.max(now, int(row, "last_at"));
  if (first !== null) decideFirst(transaction, row, first, { fence: taken.fence, firstSeq, at });
  return { ok: true, ...taken, firstSeq, at };
}

function whyNot(row: Row, request: Claim, now: number): Extract<ClaimReply, { ok: false }>["reason"] | null {
  if (row.ended_at !== null) return "ended";
  if (int(row, "min_engine") > request.engine) return "newer_engine";
  const worker = textOrNull(row, "worker_id");
  const lease = intOrNull(row, "lease_until");
  if (worker !== null && lease !== null && lease > now && !request.gone.includes(worker)) return "held";
  if (text(row, "status") === "queued") return "waiting";
  return text(row, "status") === "waiting" && request.first === null ? "waiting" : null;
}

/** Plan: primary key (tenant, run_id). */
const FIRST = `
update runs set last_seq = last_seq + :count, last_at = :at, last_append = :appendId, last_append_seq = last_seq + :count,
  status = :status, ready_at = :readyAt, due_at = :dueAt, ended_at = :endedAt, error = :error,
  worker_id = case when :release then null else worker_id end,
  lease_until = case when :release then null else lease_until end
where tenant = :tenant and run_id = :runId and fence = :fence`;

function decideFirst(
  transaction: Transaction,
  row: Row,
  first: NonNullable<Claim["first"]>,
  { fence, firstSeq, at }: { fence: number; firstSeq: number; at: number },
): void {
  const [tenant, runId, threadId] = [text(row, "tenant"), text(row, "run_id"), text(row, "thread_id")];
  transaction.database.run(FIRST, {
    ...{ tenant, runId, fence, at, count: first.events.length, appendId: first.appendId },
    status: first.standing.status,
    release: first.release || hasEnded(first.standing) ? 1 : 0,
    ...columnsOfStanding(first.standing, first.events, transaction.now),
  });
  appendEvents(transaction, { tenant, runId, threadId, firstSeq, at }, first.events);
}

function take(
  transaction: Transaction,
  row: Row,
  { hold, gone }: { readonly hold: Hold; readonly gone: readonly string[] },
): Claimed | null {
  const { database, now } = transaction;
  const [tenant, runId, fence] = [text(row, "tenant"), text(row, "run_id"), int(row, "fence")];
  const lost = textOrNull(row, "worker_id");
  const at = Math.max(now, int(row, "last_at"));
  const lastSeq = int(row, "last_seq");
  const recovered = lost === null ? [] : [recovery(transaction, tenant, runId, fence + 1, lost)];
  const isGone = lost !== null && gone.includes(lost);
  const lease = { workerId: hold.workerId, leaseUntil: now + hold.leaseMs };
  const changed = database.run(TAKE, {
    tenant,
    runId,
    fence,
    lastSeq,
    gone: isGone ? lost : null,
    now,
    at,
    count: recovered.length,
    ...lease,
  });
  if (changed !== 1) return null;
  registerWorker(transaction, hold);
  appendEvents(transaction, { tenant, runId, threadId: text(row, "thread_id"), firstSeq: lastSeq + 1, at }, recovered);
  return { tenant, runId, fence: fence + 1, lost };
}

function recovery({ database }: Transaction, tenant: string, runId: string, fence: number, lost: string): EventDraft {
  const orphans = database.all(ORPHANS, { tenant, runId }).map((row) => text(row, "call_id"));
  return { type: "run.recovered", data: { fence, lost, orphans } };
}

/** Plan: index runs_claim (place, tenant, ready_at), one row: the next tenant after the one served last. */
const NEXT_TENANT = `
select tenant from runs where status = 'ready' and worker_id is null and place = :place and tenant > :after
order by tenant limit 1`;
/** Plan: index runs_claim (place, tenant, ready_at), in its order. */
const OLDEST = `
select tenant, run_id, thread_id, status, fence, worker_id, lease_until, last_seq, last_at, min_engine, ended_at
from runs where status = 'ready' and worker_id is null and place = :place and tenant = :tenant and min_engine <= :engine
order by ready_at limit 1`;
/** Plan: index runs_held, covering; as many entries as runs are held. */
const HELD = "select count(*) as n from runs where worker_id is not null and tenant = :tenant";
/** Plan: primary key. */
const LIMIT = "select max_running as n from tenants where tenant = :tenant";
/** Plan: index runs_held (lease_until), up to now. */
const LAPSED = `
select tenant, run_id, thread_id, status, fence, worker_id, lease_until, last_seq, last_at, min_engine, ended_at
from runs where worker_id is not null and lease_until <= :now and place in ('', :place) and min_engine <= :engine
order by lease_until limit 1`;
/** Plan: index runs_held, filtered by worker; as many entries as runs are held. */
const OF_WORKER = `
select tenant, run_id, thread_id, status, fence, worker_id, lease_until, last_seq, last_at, min_engine, ended_at
from runs where worker_id = :workerId and lease_until > 0 and place in ('', :place) and min_engine <= :engine limit 1`;

/** Takes the run of a lost worker, else the next ready one, going round the tenants. */
export function claimNext(transaction: Transaction, request: ClaimNext): Claimed | null {
  const lost = lapsed(transaction, request);
  if (lost !== undefined) return take(transaction, lost, request);
  const places = request.place === null ? [""] : ["", request.place];
  for (const place of places) {
    const row = nextOf(transaction, request, place);
    if (row !== undefined) return take(transaction, row, request);
  }
  return null;
}

function lapsed({ database, now }: Transaction, request: ClaimNext): Row | undefined {
  const where = { place: request.place ?? "", engine: request.engine };
  for (const workerId of request.gone) {
    const row = database.get(OF_WORKER, { ...where, workerId });
    if (row !== undefined) return row;
  }
  return database.get(LAPSED, { ...where, now });
}

function nextOf({ database }: Transaction, request: ClaimNext, place: string): Row | undefined {
  const { engine } = request;
  // Twice round: from the tenant served last to the end, then from the beginning.
  for (let after = request.afterTenant, rounds = 0; rounds < 2; ) {
    const next = database.get(NEXT_TENANT, { place, after });
    if (next === undefined) {
      after = "";
      rounds += 1;
      continue;
    }
    const tenant = text(next, "tenant");
    const limit = Math.min(request.maxRunning, int(database.get(LIMIT, { tenant }) ?? { n: 0 }, "n"));
    const row =
      int(database.get(HELD, { tenant }) ?? { n: 0 }, "n") < limit
        ? database.get(OLDEST, { place, tenant, engine })
        : undefined;
    if (row !== undefined) return row;
    after = tenant;
  }
  return undefined;
}
