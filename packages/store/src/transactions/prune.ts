// Retention: runs that ended before a time are removed, the longest ended first, and a thread with the last run that it had.
// What has not ended is never removed. A piece is bounded by the events that it removes, so that others wait for no more
// than that; a run with more of them goes at once, and its log piece by piece behind it.

import type { Fact, PrunedRuns, PruneRuns } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { all, type Row, type Work } from "../database/work.ts";
import { readFacts } from "../reads/facts.ts";
import { audit } from "./audit.ts";
import { blobsOfRun, forgetBlobs } from "./forget-blobs.ts";
import { removeLog, removeRow, removeRun } from "./remove-run.ts";
import { removeEmptyThread } from "./remove-thread.ts";
import { saveFact } from "./save-fact.ts";

/** Events that one piece removes, unless it is told otherwise. */
const EVENTS = 2_000;

/** Plan: index runs_ended (tenant, ended_at), up to the time. */
const ENDED = `
select run_id, thread_id, last_seq from runs where tenant = :tenant and ended_at is not null and ended_at < :endedBefore
order by ended_at limit :limit {lock free rows}`;

/** Removes one piece. */
export function* prune(transaction: Transaction, request: PruneRuns): Work<PrunedRuns> {
  const { tenant, endedBefore, limit, events = EVENTS } = request;
  const [behind] = yield* readFacts(nameOf(tenant, ""));
  if (behind !== undefined) {
    yield* removeBehind(transaction, tenant, behind, events);
    return { runs: 0, more: true };
  }
  const rows = yield* all(ENDED, { tenant, endedBefore, limit });
  const runs = firstOf(rows, events);
  if (runs.length === 0) return { runs: 0, more: false };
  const digests = new Set<string>();
  for (const row of runs) {
    const runId = text(row, "run_id");
    for (const digest of yield* blobsOfRun(tenant, runId)) digests.add(digest);
    if (int(row, "last_seq") <= events) yield* removeRun(tenant, runId);
    else yield* leaveLog(transaction, tenant, runId);
  }
  const threads = [...new Set(runs.map((row) => text(row, "thread_id")))].sort();
  for (const threadId of threads) {
    for (const digest of yield* removeEmptyThread(tenant, threadId)) digests.add(digest);
  }
  yield* forgetBlobs(transaction, tenant, digests);
  const detail = { runs: String(runs.length), endedBefore: new Date(endedBefore).toISOString() };
  yield* audit(transaction, tenant, { by: "retention", action: "runs.removed", subject: tenant, detail });
  return { runs: runs.length, more: runs.length < rows.length || rows.length === limit };
}

/** As many as have no more events together; always one. */
function firstOf(rows: readonly Row[], events: number): readonly Row[] {
  let left = events;
  const taken: Row[] = [];
  for (const row of rows) {
    left -= int(row, "last_seq");
    if (left < 0 && taken.length > 0) break;
    taken.push(row);
  }
  return taken;
}

/** What is left of a run whose row is gone. */
function nameOf(tenant: string, runId: string): string {
  return `removing ${JSON.stringify(tenant)} ${runId}`;
}

function* leaveLog(transaction: Transaction, tenant: string, runId: string): Work<void> {
  yield* removeRow(tenant, runId);
  yield* saveFact(transaction, { name: nameOf(tenant, runId), value: runId, ifMatch: null });
}

function* removeBehind(transaction: Transaction, tenant: string, { name, value }: Fact, events: number): Work<void> {
  const left = yield* removeLog(tenant, value, events);
  if (!left) yield* saveFact(transaction, { name, value: null });
}
