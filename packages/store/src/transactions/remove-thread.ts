// A thread is removed with its runs, calls, waits, approvals and artifacts; the audit trail keeps that it happened.

import type { RemoveThreadReply } from "@haft/engine/ports";
import { text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { all, get, send, type Work } from "../database/work.ts";
import { audit } from "./audit.ts";
import { blobsOfArtifacts, blobsOfRun, forgetBlobs } from "./forget-blobs.ts";
import { removeRun } from "./remove-run.ts";

/** Plan: primary key (tenant, thread_id). Nobody adds a run to it meanwhile. */
const HOLD = "select thread_id from threads where tenant = :tenant and thread_id = :threadId {lock row}";
/** Plan: index runs_thread. */
const RUNS = "select run_id, ended_at from runs where tenant = :tenant and thread_id = :threadId";
/** Plan: primary keys, from (tenant, thread_id …) on. */
const ARTIFACTS = "delete from artifacts where tenant = :tenant and thread_id = :threadId";
const THREAD = "delete from threads where tenant = :tenant and thread_id = :threadId";

/** Plan: index runs_thread, one entry. */
const ANY = "select 1 as one from runs where tenant = :tenant and thread_id = :threadId limit 1";

/** Removes a thread that has no run any more, with its artifacts; gives the digests of those. */
export function* removeEmptyThread(tenant: string, threadId: string): Work<readonly string[]> {
  if ((yield* get(HOLD, { tenant, threadId })) === undefined) return [];
  if ((yield* get(ANY, { tenant, threadId })) !== undefined) return [];
  const digests = yield* blobsOfArtifacts(tenant, threadId);
  yield* send(ARTIFACTS, { tenant, threadId });
  yield* send(THREAD, { tenant, threadId });
  return digests;
}

/** Removes the thread, unless a run of it has not ended. */
export function* removeThread(
  transaction: Transaction,
  request: { readonly tenant: string; readonly threadId: string; readonly by: string },
): Work<RemoveThreadReply> {
  const { tenant, threadId, by } = request;
  if ((yield* get(HOLD, { tenant, threadId })) === undefined) return { ok: false, reason: "not_found" };
  const runs = yield* all(RUNS, { tenant, threadId });
  if (runs.some((run) => run.ended_at === null)) return { ok: false, reason: "busy" };
  const digests = new Set(yield* blobsOfArtifacts(tenant, threadId));
  for (const row of runs) {
    const runId = text(row, "run_id");
    for (const digest of yield* blobsOfRun(tenant, runId)) digests.add(digest);
    yield* removeRun(tenant, runId);
  }
  yield* send(ARTIFACTS, { tenant, threadId });
  yield* send(THREAD, { tenant, threadId });
  const blobs = yield* forgetBlobs(transaction, tenant, digests);
  const detail = { runs: String(runs.length) };
  yield* audit(transaction, tenant, { by, action: "thread.removed", subject: threadId, detail });
  return { ok: true, runs: runs.length, blobs };
}
