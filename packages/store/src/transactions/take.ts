// Part of transaction 2: a run that was found is taken: fence + 1 and a lease. Where it was a lost worker's, the run is told.

import type { Claimed, EventDraft, Hold } from "@haft/engine/ports";
import { int, text, textOrNull } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { all, type Row, run, type Work } from "../database/work.ts";
import { appendEvents } from "./append-events.ts";
import { registerWorker } from "./register-worker.ts";

/** What a run is taken by. */
export const COLUMNS =
  "tenant, run_id, thread_id, status, fence, worker_id, lease_until, last_seq, last_at, min_engine, ended_at";

/** Plan: primary key (tenant, run_id). The fence that was read is a condition. */
const TAKE = `
update runs set fence = fence + 1, worker_id = :workerId, lease_until = :leaseUntil, status = 'ready',
  ready_at = coalesce(ready_at, :now), due_at = null, last_seq = last_seq + :count, last_at = :at
where tenant = :tenant and run_id = :runId and fence = :fence and last_seq = :lastSeq
  and status in ('ready', 'waiting') and (worker_id is null or lease_until <= :now or worker_id = :gone)`;

/** Plan: index calls_open (tenant, run_id). */
const ORPHANS = `
select call_id from calls where tenant = :tenant and run_id = :runId and settled_seq is null and status = 'running'
order by ordinal, call_id`;

/** Takes the run as it was read; null: it has changed since. */
export function* take(
  { now }: Transaction,
  row: Row,
  { hold, gone }: { readonly hold: Hold; readonly gone: readonly string[] },
): Work<Claimed | null> {
  const [tenant, runId, fence] = [text(row, "tenant"), text(row, "run_id"), int(row, "fence")];
  const lost = textOrNull(row, "worker_id");
  const at = Math.max(now, int(row, "last_at"));
  const lastSeq = int(row, "last_seq");
  const recovered = lost === null ? [] : [yield* recovery(tenant, runId, fence + 1, lost)];
  const changed = yield* run(TAKE, {
    ...{ tenant, runId, fence, lastSeq, now, at, count: recovered.length },
    ...{ workerId: hold.workerId, leaseUntil: now + hold.leaseMs },
    gone: lost !== null && gone.includes(lost) ? lost : null,
  });
  if (changed !== 1) return null;
  yield* registerWorker(now, hold);
  yield* appendEvents({ tenant, runId, threadId: text(row, "thread_id"), firstSeq: lastSeq + 1, at }, recovered);
  return { tenant, runId, fence: fence + 1, lost };
}

function* recovery(tenant: string, runId: string, fence: number, lost: string): Work<EventDraft> {
  const orphans = (yield* all(ORPHANS, { tenant, runId })).map((row) => text(row, "call_id"));
  return { type: "run.recovered", data: { fence, lost, orphans } };
}
