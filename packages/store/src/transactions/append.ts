// Transactions 3 to 6 and 11: facts, conditioned by the fence alone, and decisions, conditioned by fence, lease and the
// last sequence, written by the worker that holds the run. What starts, parks or ends is in the events; the rows follow.
// A guard that does not hold costs the decision, and never a fact.
//
// The run's row is held from the first statement on, so that what was read of it is still so when it is written: the
// conditions are looked at there, and said again in the statement, which then need not be waited for (I2).

import type { Append, AppendReply, GuardRefusal } from "@haft/engine/ports";
import { int, text, textOrNull } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, type Row, send, type Work } from "../database/work.ts";
import { columnsOfStanding, hasEnded } from "../rows/standing.ts";
import { appendEvents, type Place } from "./append-events.ts";
import { holdSignalKeys, takeEarlySignals } from "./early-signals.ts";
import { guardRefusal, isGuarded, sharingPolicies } from "./guards.ts";
import { startNext } from "./start-next.ts";

const COLUMNS =
  "thread_id, status, fence, worker_id, last_seq, last_at, last_append, last_append_seq, lease_until, ended_at";
/** Plan: primary key (tenant, run_id). */
const LOOK = `select ${COLUMNS} from runs where tenant = :tenant and run_id = :runId {lock row}`;

/** Plan: primary key (tenant, run_id). */
const HOLD = "select 1 as held from runs where tenant = :tenant and run_id = :runId {lock row}";
/** Plan: primary keys of runs and tenants. The row and the policies are held by the statements before it. */
const LOOK_GUARDED = `
select ${COLUMNS}, coalesce((select policy_revision from tenants where tenant = :tenant), 0) as policy_revision
from runs where tenant = :tenant and run_id = :runId`;

/**
 * Plan: primary key (tenant, run_id); no indexed column changes. That the run is held is said so that no planner takes an
 * index of what a tenant holds instead, whose entries are as many as the leases that ever were.
 */
const FACTS = `
update runs set last_seq = last_seq + :count, last_at = :at, last_append = :appendId, last_append_seq = last_seq + :count
where tenant = :tenant and run_id = :runId and fence = :fence and coalesce(worker_id, '') <> ''`;

/**
 * Plan: primary key (tenant, run_id). For a run that stays held and ready: no column of an index is set, because SQLite
 * writes the indexes of all columns that are set, also where they stay as they are.
 */
const GO_ON = `
update runs set last_seq = last_seq + :count, last_at = :at, last_append = :appendId, last_append_seq = last_seq + :count
where tenant = :tenant and run_id = :runId and fence = :fence and coalesce(worker_id, '') <> ''
  and last_seq = :lastSeq and lease_until > :now`;

/** Plan: primary key (tenant, run_id). For one that is given back, waits or ends, or waited before. */
const DECIDE = `
update runs set last_seq = last_seq + :count, last_at = :at, last_append = :appendId, last_append_seq = last_seq + :count,
  status = :status, ready_at = case when :release = 1 then :readyAt else ready_at end, due_at = :dueAt,
  ended_at = :endedAt, error = :error,
  worker_id = case when :release = 1 then null else worker_id end,
  lease_until = case when :release = 1 then null else lease_until end
where tenant = :tenant and run_id = :runId and fence = :fence and coalesce(worker_id, '') <> ''
  and last_seq = :lastSeq and lease_until > :now`;

/** Appends what the holder says. */
export function* append(transaction: Transaction, request: Append): Work<AppendReply> {
  const { tenant, runId, fence } = request.held;
  yield* holdSignalKeys(transaction, tenant, request.decision?.events ?? []);
  const row = yield* look(transaction, request);
  if (row === undefined) return { ok: false, reason: "fenced" };
  if (textOrNull(row, "last_append") === request.appendId) return happened(row, request);
  if (row.ended_at !== null) return { ok: false, reason: "ended" };
  if (int(row, "fence") !== fence || row.worker_id === null) return { ok: false, reason: "fenced" };

  const at = Math.max(transaction.now, int(row, "last_at"));
  const place = { tenant, runId, threadId: text(row, "thread_id"), firstSeq: int(row, "last_seq") + 1, at };
  const written = { ok: true, firstSeq: place.firstSeq, at } as const;
  const { decision, facts } = request;
  const refusal = yield* refusalOf(transaction, row, request);
  if (decision !== null && refusal === null && mayDecide(transaction, row, decision)) {
    yield* decide(transaction, place, request, { ...decision, before: text(row, "status") });
    const from = { ...place, firstSeq: place.firstSeq + facts.length };
    const after = yield* takeEarlySignals(transaction, from, decision.events);
    return { ...written, decided: true, ...(after.length === 0 ? {} : { after }) };
  }
  if (facts.length > 0) {
    yield* send(FACTS, { tenant, runId, fence, at, appendId: request.appendId, count: facts.length });
    yield* appendEvents(place, facts);
  }
  return { ...written, decided: decision === null, ...(refusal === null ? {} : { refusal }) };
}

/** Reads the run's row and holds it; where there are guards also the policies' revision, which then stays. */
function* look(transaction: Transaction, { held: { tenant, runId }, decision }: Append): Work<Row | undefined> {
  const where = { tenant, runId };
  if (decision === null || !isGuarded(decision)) return yield* get(LOOK, where);
  const hold = { sql: HOLD, parameters: where };
  return yield* get(LOOK_GUARDED, where, [hold, ...sharingPolicies(transaction, tenant)]);
}

function* refusalOf(transaction: Transaction, row: Row, { held, decision }: Append): Work<GuardRefusal | null> {
  if (decision === null || !isGuarded(decision)) return null;
  return yield* guardRefusal(transaction, held, { decision, revision: int(row, "policy_revision") });
}

/** I2: nobody has written since what was folded, and the lease has not run out. */
function mayDecide({ now }: Transaction, row: Row, { lastSeq }: { readonly lastSeq: number }): boolean {
  return int(row, "last_seq") === lastSeq && int(row, "lease_until") > now;
}

/** Writes the decision, with the facts before it. */
function* decide(
  transaction: Transaction,
  place: Place,
  { held, appendId, facts }: Append,
  decision: NonNullable<Append["decision"]> & { readonly before: string },
): Work<void> {
  const { now } = transaction;
  const { events, standing, lastSeq, release, before } = decision;
  const said = { ...held, now, at: place.at, appendId, lastSeq, count: facts.length + events.length };
  const goesOn = !release && standing.status === "ready" && before === "ready";
  if (goesOn) yield* send(GO_ON, said);
  else {
    yield* send(DECIDE, {
      ...said,
      status: standing.status,
      release: release || hasEnded(standing) ? 1 : 0,
      ...columnsOfStanding(standing, events, now),
    });
  }
  yield* appendEvents(place, [...facts, ...events]);
  if (hasEnded(standing)) yield* startNext(transaction, place.tenant, place.threadId);
}

/** The append took place and its reply was lost: facts only if the sequence shows that the decision was not written. */
function happened(row: Row, request: Append): AppendReply {
  const end = int(row, "last_append_seq");
  const decisions = request.decision?.events.length ?? 0;
  const decided = request.decision === null || end === request.decision.lastSeq + request.facts.length + decisions;
  const count = request.facts.length + (decided ? decisions : 0);
  return { ok: true, firstSeq: end - count + 1, at: int(row, "last_at"), decided };
}
