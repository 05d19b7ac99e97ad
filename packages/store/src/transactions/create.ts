// Transaction 1: a run with its row, its first events and its place in the thread's queue; with a hold also the claim and
// the first decisions, so that a call needs no commit of its own before it starts.

import type { CreateReply, CreateRun } from "@haft/engine/ports";
import { Refusal } from "../database/refusal.ts";
import { int, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, run, send, type Work } from "../database/work.ts";
import { columnsOfStanding, hasEnded } from "../rows/standing.ts";
import { appendEvents } from "./append-events.ts";
import { holdSignalKeys, takeEarlySignals } from "./early-signals.ts";
import { insistOnGuards } from "./guards.ts";
import { registerWorker } from "./register-worker.ts";
import { holdThread, startNext } from "./start-next.ts";
import { supersede } from "./supersede.ts";

/** More queued runs of one thread than this are refused. */
const MAX_QUEUED = 100;

/** Plan: primary key (tenant, run_id). Nobody else makes a run of this id: it was made, and the reply was lost. */
const MADE = "select fence, created_at from runs where tenant = :tenant and run_id = :runId";
/** Plan: primary key (tenant, key). Written first: of two at once the second waits here for what comes of the first. */
const REMEMBER = `
insert into idempotency (tenant, key, digest, run_id, created_at) values (:tenant, :key, :digest, :runId, :now)
on conflict do nothing`;
const REPEATED = "select run_id, digest from idempotency where tenant = :tenant and key = :key";
const TENANT = "insert into tenants (tenant, created_at) values (:tenant, :now) on conflict do nothing";
const THREAD = `
insert into threads (tenant, thread_id, created_at) values (:tenant, :threadId, :now) on conflict do nothing`;
/** Plan: index runs_thread, its last entry of the thread. */
const LAST = `
select coalesce(max(thread_number), 0) as last from runs where tenant = :tenant and thread_id = :threadId`;
/** Plan: index runs_open_in_thread, at most one row. */
const BUSY = `
select 1 as busy from runs where tenant = :tenant and thread_id = :threadId and status in ('ready', 'waiting')`;
/** Plan: index runs_queue, at most 100 rows. */
const QUEUE = `
select count(*) as length, coalesce(max(queue_number), 0) as last
from runs where tenant = :tenant and thread_id = :threadId and status = 'queued'`;
const INSERT = `
insert into runs (tenant, run_id, thread_id, thread_number, kind, tool, agent, requested_by, min_engine, place, status, fence, last_seq,
  last_at, last_append, last_append_seq, worker_id, lease_until, ready_at, due_at, queue_number, created_at, ended_at, error)
values (:tenant, :runId, :threadId, :threadNumber, :kind, :tool, :agent, :requestedBy, :minEngine, :place, :status, :fence, :lastSeq,
  :now, :appendId, :lastSeq, :workerId, :leaseUntil, :readyAt, :dueAt, :queueNumber, :now, :endedAt, :error)`;

/** Writes the run, or says why not. */
export function* create(transaction: Transaction, request: CreateRun): Work<CreateReply> {
  const { now } = transaction;
  const { decision } = request;
  const { tenant, threadId, runId } = request.run;
  const before = yield* get(MADE, { tenant, runId });
  if (before !== undefined)
    return { ok: true, fence: int(before, "fence"), firstSeq: 1, at: int(before, "created_at") };
  const earlier = yield* repeated(transaction, request);
  if (earlier !== null) return earlier;
  // A run that shares another's history begins with the waits that are open in it.
  yield* holdSignalKeys(transaction, tenant, decision.events);
  yield* send(TENANT, { tenant, now });
  yield* supersede(transaction, request);
  yield* insistOnGuards(transaction, request.run, decision);

  const { queueNumber, threadNumber } = yield* placeInThread(transaction, request);
  const fence = request.hold === null ? 0 : 1;
  yield* insertRun(transaction, request, { fence, queueNumber, threadNumber });
  const place = { tenant, runId, threadId, firstSeq: 1, at: now };
  yield* appendEvents(place, decision.events);
  yield* takeEarlySignals(transaction, place, decision.events);
  if (hasEnded(decision.standing)) yield* startNext(transaction, tenant, threadId);
  return { ok: true, fence, firstSeq: 1, at: now };
}

/** The run that the same key made before; null: the key is taken by this one now. */
function* repeated({ now }: Transaction, request: CreateRun): Work<CreateReply | null> {
  const { idempotency } = request;
  if (idempotency === null) return null;
  const { tenant, runId } = request.run;
  const { key, digest } = idempotency;
  if ((yield* run(REMEMBER, { tenant, key, digest, runId, now })) === 1) return null;
  const row = yield* get(REPEATED, { tenant, key });
  if (row === undefined) throw new Error(`the idempotency key ${key} was there and is gone`);
  if (text(row, "digest") !== digest) return { ok: false, reason: "key_reused" };
  return { ok: false, reason: "exists", runId: text(row, "run_id") };
}

interface PlaceInThread {
  /** Null: it is the run's turn. */
  readonly queueNumber: number | null;
  /** Counts all runs that the thread ever had. */
  readonly threadNumber: number;
}

function* placeInThread({ now }: Transaction, request: CreateRun): Work<PlaceInThread> {
  const { tenant, threadId } = request.run;
  do {
    if ((yield* run(THREAD, { tenant, threadId, now })) === 1) return { queueNumber: null, threadNumber: 1 };
    // It may be removed just now: then it is made again.
  } while (!(yield* holdThread(tenant, threadId)));
  const threadNumber = int((yield* get(LAST, { tenant, threadId })) ?? { last: 0 }, "last") + 1;
  if ((yield* get(BUSY, { tenant, threadId })) === undefined) return { queueNumber: null, threadNumber };
  if (request.hold !== null) throw new Refusal({ ok: false, reason: "thread_busy" });
  const queue = (yield* get(QUEUE, { tenant, threadId })) ?? { length: 0, last: 0 };
  if (int(queue, "length") >= MAX_QUEUED) throw new Refusal({ ok: false, reason: "queue_full" });
  return { queueNumber: int(queue, "last") + 1, threadNumber };
}

function* insertRun(
  { now }: Transaction,
  request: CreateRun,
  { fence, queueNumber, threadNumber }: PlaceInThread & { readonly fence: number },
): Work<void> {
  const { decision, appendId } = request;
  const { tenant, runId, threadId, kind, tool, agent, requestedBy, minEngine, place } = request.run;
  if (request.hold !== null) yield* registerWorker(now, request.hold);
  const hold = decision.release || hasEnded(decision.standing) ? null : request.hold;
  yield* send(INSERT, {
    ...{ tenant, runId, threadId, threadNumber, kind, tool, agent, requestedBy, minEngine, place: place ?? "" },
    ...{ fence, queueNumber, appendId, lastSeq: decision.events.length, now },
    status: queueNumber === null ? decision.standing.status : "queued",
    workerId: hold?.workerId ?? null,
    leaseUntil: hold === null ? null : now + hold.leaseMs,
    ...columnsOfStanding(decision.standing, decision.events, now),
  });
}
