// Part of the transactions that remove what names blobs: those that nothing names any more are left to the collector.

import { text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { all, get, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, run_id, digest). */
const OF_RUN = "select digest from blob_names where tenant = :tenant and run_id = :runId";
/** Plan: the thread's part of the primary key (tenant, thread_id, path, version). */
const OF_THREAD = "select distinct digest from artifacts where tenant = :tenant and thread_id = :threadId";
/** Plan: primary key (tenant, digest). Whoever names it in this moment changes this row first. */
const HOLD = "select digest from blobs where tenant = :tenant and digest = :digest {lock row}";
/** Plan: primary key (tenant, digest), and the indexes blob_names_digest and artifacts_digest. */
const LEAVE = `
update blobs set look_at = :now, seen_as = null where tenant = :tenant and digest = :digest
  and not exists (select 1 from blob_names where tenant = :tenant and digest = :digest)
  and not exists (select 1 from artifacts where tenant = :tenant and digest = :digest)
returning digest`;

/** The digests of the blobs that a run's events name. */
export function* blobsOfRun(tenant: string, runId: string): Work<readonly string[]> {
  return (yield* all(OF_RUN, { tenant, runId })).map((row) => text(row, "digest"));
}

/** The digests of a thread's artifacts. */
export function* blobsOfArtifacts(tenant: string, threadId: string): Work<readonly string[]> {
  return (yield* all(OF_THREAD, { tenant, threadId })).map((row) => text(row, "digest"));
}

/** Leaves those that nothing names any more to the collector, and says which they are. */
export function* forgetBlobs({ now }: Transaction, tenant: string, digests: Iterable<string>): Work<readonly string[]> {
  const left: string[] = [];
  for (const digest of [...new Set(digests)].sort()) {
    yield* get(HOLD, { tenant, digest });
    if ((yield* get(LEAVE, { tenant, digest, now })) !== undefined) left.push(digest);
  }
  return left;
}
