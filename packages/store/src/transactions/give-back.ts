// Transaction 12: the holder gives a run back, only if nothing came after the last sequence it folded, so that no answer
// falls between two looks.

import type { Held, Standing } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import { run, type Work } from "../database/work.ts";
import { columnsOfStanding } from "../rows/standing.ts";

/** Plan: primary key (tenant, run_id); see `append.ts` for how it says that the run is held. */
const GIVE_BACK = `
update runs set worker_id = null, lease_until = null, status = :status, ready_at = :readyAt, due_at = :dueAt
where tenant = :tenant and run_id = :runId and fence = :fence and last_seq = :lastSeq and coalesce(worker_id, '') <> ''
  and ended_at is null`;

/** Whether the run was given back. */
export function* giveBack(
  { now }: Transaction,
  request: { readonly held: Held; readonly lastSeq: number; readonly standing: Standing },
): Work<boolean> {
  const { tenant, runId, fence } = request.held;
  const { readyAt, dueAt } = columnsOfStanding(request.standing, [], now);
  const { lastSeq, standing } = request;
  return (yield* run(GIVE_BACK, { tenant, runId, fence, lastSeq, status: standing.status, readyAt, dueAt })) === 1;
}
