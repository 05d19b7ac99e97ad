// Transaction 1: a run with its row, its first events and its place in the thread's queue; with a hold also the claim and
// the first decisions, so that a call needs no commit of its own before it starts.

import type { CreateReply, CreateRun, Standing } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { appendEvents } from "./append-events.ts";
import { registerWorker } from "./register-worker.ts";
import { startNext } from "./start-next.ts";

/** More queued runs of one thread than this are refused. */
const MAX_QUEUED = 100;

/** Plan: primary key (tenant, key). */
const REPEATED = "select run_id, digest from idempotency where tenant = :tenant and key = :key";
const REMEMBER = `
insert into idempotency (tenant, key, digest, run_id, created_at) values (:tenant, :key, :digest, :runId, :now)`;
const TENANT = "insert or ignore into tenants (tenant, created_at) values (:tenant, :now)";
const THREAD = "insert or ignore into threads (tenant, thread_id, created_at) values (:tenant, :threadId, :now)";
/** Plan: index runs_open_in_thread, at most one row. */
const BUSY = `
select 1 as busy from runs where tenant = :tenant and thread_id = :threadId and status in ('ready', 'waiting')`;
/** Plan: index runs_queue, at most 100 rows. */
const QUEUE = `
select count(*) as length, coalesce(max(queue_number), 0) as last
from runs where tenant = :tenant and thread_id = :threadId and status = 'queued'`;
const INSERT = `
insert into runs (tenant, run_id, thread_id, kind, tool, requested_by, min_engine, place, status, fence, last_seq,
  last_at, last_append, last_append_seq, worker_id, lease_until, ready_at, due_at, queue_number, created_at, ended_at, error)
values (:tenant, :runId, :threadId, :kind, :tool, :requestedBy, :minEngine, :place, :status, :fence, :lastSeq,
  :now, :appendId, :lastSeq, :workerId, :leaseUntil, :readyAt, :dueAt, :queueNumber, :now, :endedAt, :error)`;

/** Writes the run, or says why not. */
export function create(transaction: Transaction, request: CreateRun): CreateReply {
  const { database, now } = transaction;
  const { run, decision } = request;
  const { tenant, threadId, runId } = run;
  const earlier = repeated(transaction, request);
  if (earlier !== null) return earlier;

  const busy = database.get(BUSY, { tenant, threadId }) !== undefined;
  if (busy && request.hold !== null) return { ok: false, reason: "thread_busy" };
  const queue = busy ? database.get(QUEUE, { tenant, threadId }) : undefined;
  if (queue !== undefined && int(queue, "length") >= MAX_QUEUED) return { ok: false, reason: "queue_full" };

  database.run(TENANT, { tenant, now });
  database.run(THREAD, { tenant, threadId, now });
  if (request.hold !== null) registerWorker(transaction, request.hold);
  const hold = decision.release || hasEnded(decision.standing) ? null : request.hold;
  const fence = request.hold === null ? 0 : 1;
  database.run(INSERT, {
    ...{ tenant, runId, threadId, kind: run.kind, tool: run.tool, requestedBy: run.requestedBy },
    ...{ minEngine: run.minEngine, place: run.place ?? "", fence, lastSeq: decision.events.length, now },
    appendId: request.appendId,
    status: queue === undefined ? decision.standing.status : "queued",
    workerId: hold?.workerId ?? null,
    leaseUntil: hold === null ? null : now + hold.leaseMs,
    queueNumber: queue === undefined ? null : int(queue, "last") + 1,
    ...columnsOfStanding(decision.standing, decision.events, now),
  });
  const { idempotency } = request;
  if (idempotency !== null) {
    database.run(REMEMBER, { tenant, key: idempotency.key, digest: idempotency.digest, runId, now });
  }
  appendEvents(transaction, { tenant, runId, threadId, firstSeq: 1, at: now }, decision.events);
  if (hasEnded(decision.standing)) startNext(transaction, tenant, threadId);
  return { ok: true, fence, firstSeq: 1, at: now };
}

function repeated({ database }: Transaction, { idempotency, run }: CreateRun): CreateReply | null {
  if (idempotency === null) return null;
  const row = database.get(REPEATED, { tenant: run.tenant, key: idempotency.key });
  if (row === undefined) return null;
  if (text(row, "digest") !== idempotency.digest) return { ok: false, reason: "key_reused" };
  return { ok: false, reason: "exists", runId: text(row, "run_id") };
}

/** Whether a run that stands so has ended. */
export function hasEnded(standing: Standing): boolean {
  return standing.status !== "ready" && standing.status !== "waiting";
}

/** The columns that follow from how a run stands. */
export function columnsOfStanding(
  standing: Standing,
  events: readonly { readonly type: string; readonly data: object }[],
  now: number,
): { readyAt: number | null; dueAt: number | null; endedAt: number | null; error: string | null } {
  const failed = events.findLast((event) => event.type === "run.failed");
  const error = failed !== undefined && "error" in failed.data ? JSON.stringify(failed.data.error) : null;
  return {
    readyAt: standing.status === "ready" ? now : null,
    dueAt: standing.status === "waiting" ? standing.dueAt : null,
    endedAt: hasEnded(standing) ? now : null,
    error,
  };
}
