// Retention: runs that ended before a time are removed, the longest ended first. What has not ended is never removed; the
// thread stays, with its artifacts.

import type { PrunedRuns, PruneRuns } from "@haft/engine/ports";
import { text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { all, type Work } from "../database/work.ts";
import { audit } from "./audit.ts";
import { blobsOfRun, forgetBlobs } from "./forget-blobs.ts";
import { removeRun } from "./remove-run.ts";

/** Plan: index runs_ended (tenant, ended_at), up to the time. */
const ENDED = `
select run_id from runs where tenant = :tenant and ended_at is not null and ended_at < :endedBefore
order by ended_at limit :limit {lock free rows}`;

/** Removes the runs. */
export function* prune(transaction: Transaction, request: PruneRuns): Work<PrunedRuns> {
  const { tenant, endedBefore, limit } = request;
  const runs = (yield* all(ENDED, { tenant, endedBefore, limit })).map((row) => text(row, "run_id"));
  if (runs.length === 0) return { runs: 0 };
  const digests = new Set<string>();
  for (const runId of runs) {
    for (const digest of yield* blobsOfRun(tenant, runId)) digests.add(digest);
    yield* removeRun(tenant, runId);
  }
  yield* forgetBlobs(tenant, digests);
  const detail = { runs: String(runs.length), endedBefore: new Date(endedBefore).toISOString() };
  yield* audit(transaction, tenant, { by: "retention", action: "runs.removed", subject: tenant, detail });
  return { runs: runs.length };
}
