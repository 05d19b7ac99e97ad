// The collector's transactions: what it has seen of blobs that nothing names is written down, and a blob is forgotten if
// nothing has named it, and nobody has written it anew, since it was seen.

import type { ForgetBlob, MarkBlobs } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import { get, run, send, type Work } from "../database/work.ts";

/** Plan: one search of the primary key (tenant, digest). One that has a name has no time to be looked at, and keeps none. */
const MARK = `
insert into blobs (tenant, digest, bytes, named_at, look_at, seen_as)
values (:tenant, :digest, :bytes, :now, :lookAt, :seenAs)
on conflict (tenant, digest) do update set look_at = excluded.look_at, seen_as = excluded.seen_as
where blobs.look_at is not null`;
/** Plan: primary key (tenant, digest). Whoever names it in this moment changes this row first. */
const HOLD = "select digest from blobs where tenant = :tenant and digest = :digest {lock row}";
/** Plan: primary key (tenant, digest), and the indexes blob_names_digest and artifacts_digest. */
const FORGET = `
delete from blobs where tenant = :tenant and digest = :digest and look_at <= :now and seen_as = :seenAs
  and not exists (select 1 from blob_names where tenant = :tenant and digest = :digest)
  and not exists (select 1 from artifacts where tenant = :tenant and digest = :digest)`;

/** Writes down what was seen, to look again after a while. */
export function* markBlobs({ now }: Transaction, { tenant, blobs, againMs }: MarkBlobs): Work<void> {
  // In one order, so that two of these do not wait for each other in a circle.
  const sorted = [...blobs].sort((a, b) => (a.digest < b.digest ? -1 : 1));
  for (const { digest, bytes, seenAs } of sorted) {
    yield* send(MARK, { tenant, digest, bytes, now, lookAt: now + againMs, seenAs });
  }
}

/** Forgets a blob; false: it has a name now, or was seen as something else since, or it is too early. */
export function* forgetBlob({ now }: Transaction, { tenant, digest, seenAs }: ForgetBlob): Work<boolean> {
  yield* get(HOLD, { tenant, digest });
  return (yield* run(FORGET, { tenant, digest, seenAs, now })) === 1;
}
