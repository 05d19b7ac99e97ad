// Transaction 2, by name: one run is taken, with the first decisions of whoever takes it.

import type { Claim, ClaimReply } from "@haft/engine/ports";
import { int, text, textOrNull } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, type Row, send, type Work } from "../database/work.ts";
import { columnsOfStanding, hasEnded } from "../rows/standing.ts";
import { appendEvents } from "./append-events.ts";
import { insistOnGuards } from "./guards.ts";
import { isHeld } from "./lapsed.ts";
import { startNext } from "./start-next.ts";
import { COLUMNS, take } from "./take.ts";

/** Plan: primary key (tenant, run_id). */
const LOOK = `
select ${COLUMNS}, last_append, last_append_seq from runs where tenant = :tenant and run_id = :runId {lock row}`;

/** Plan: primary key (tenant, run_id, seq), from a sequence on. */
const TAKEN_OVER = `
select 1 as over from events where tenant = :tenant and run_id = :runId and seq > :seq and type = 'run.recovered' limit 1`;

/** Plan: primary key (tenant, run_id). */
const FIRST = `
update runs set last_seq = last_seq + :count, last_at = :at, last_append = :appendId, last_append_seq = last_seq + :count,
  status = :status, ready_at = :readyAt, due_at = :dueAt, ended_at = :endedAt, error = :error,
  worker_id = case when :release = 1 then null else worker_id end,
  lease_until = case when :release = 1 then null else lease_until end
where tenant = :tenant and run_id = :runId and fence = :fence`;

/** Takes the run, or says why not. */
export function* claim(transaction: Transaction, request: Claim): Work<ClaimReply> {
  const { now } = transaction;
  const row = yield* get(LOOK, { tenant: request.tenant, runId: request.runId });
  if (row === undefined) return { ok: false, reason: "not_found" };
  const earlier = yield* happened(row, request);
  if (earlier !== null) return earlier;
  const refused = whyNot(row, request, now);
  if (refused !== null) return { ok: false, reason: refused };
  const first = request.first;
  if (first !== null && (first.lastSeq !== int(row, "last_seq") || row.worker_id !== null)) {
    return { ok: false, reason: "changed" };
  }
  if (first !== null) yield* insistOnGuards(transaction, request, first);
  const taken = yield* take(transaction, row, request);
  if (taken === null) return { ok: false, reason: "changed" };
  const firstSeq = int(row, "last_seq") + 1;
  const at = Math.max(now, int(row, "last_at"));
  if (first !== null) yield* decideFirst(transaction, row, first, { fence: taken.fence, firstSeq, at });
  return { ok: true, ...taken, firstSeq, at };
}

/** The claim took place with its first decisions, its reply was lost, and the run is still held by it; null: not so. */
function* happened(row: Row, { hold, first }: Claim): Work<ClaimReply | null> {
  if (first === null || textOrNull(row, "last_append") !== first.appendId) return null;
  if (textOrNull(row, "worker_id") !== hold.workerId) return null;
  const [tenant, runId, seq] = [text(row, "tenant"), text(row, "run_id"), int(row, "last_append_seq")];
  // The same worker may have taken it again since: then it holds it by another fence.
  if ((yield* get(TAKEN_OVER, { tenant, runId, seq })) !== undefined) return null;
  const firstSeq = seq - first.events.length + 1;
  return { ok: true, tenant, runId, fence: int(row, "fence"), lost: null, firstSeq, at: int(row, "last_at") };
}

function whyNot(row: Row, request: Claim, now: number): Extract<ClaimReply, { ok: false }>["reason"] | null {
  if (row.ended_at !== null) return "ended";
  if (int(row, "min_engine") > request.engine) return "newer_engine";
  if (isHeld(row, now, request)) return "held";
  if (text(row, "status") === "queued") return "waiting";
  return text(row, "status") === "waiting" && request.first === null ? "waiting" : null;
}

function* decideFirst(
  transaction: Transaction,
  row: Row,
  first: NonNullable<Claim["first"]>,
  { fence, firstSeq, at }: { readonly fence: number; readonly firstSeq: number; readonly at: number },
): Work<void> {
  const [tenant, runId, threadId] = [text(row, "tenant"), text(row, "run_id"), text(row, "thread_id")];
  yield* send(FIRST, {
    ...{ tenant, runId, fence, at, count: first.events.length, appendId: first.appendId },
    status: first.standing.status,
    release: first.release || hasEnded(first.standing) ? 1 : 0,
    ...columnsOfStanding(first.standing, first.events, transaction.now),
  });
  yield* appendEvents({ tenant, runId, threadId, firstSeq, at }, first.events);
  if (hasEnded(first.standing)) yield* startNext(transaction, tenant, threadId);
}
