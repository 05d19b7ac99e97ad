// What the collector of blobs asks for.

import type { UnnamedBlob } from "@haft/engine/ports";
import { int, text, textOrNull } from "../database/row.ts";
import { all, get, type Work } from "../database/work.ts";

/** Plan: index blobs_unnamed, in its order. */
const UNNAMED = `
select tenant, digest, bytes, seen_as from blobs
where look_at is not null and look_at <= :now order by look_at limit :limit`;
/** Plan: primary key (tenant, digest). */
const KNOWN = "select 1 as known from blobs where tenant = :tenant and digest = :digest";

/** Blobs that nothing names and whose time to be looked at has come, of all tenants. */
export function* readUnnamedBlobs(now: number, limit: number): Work<readonly UnnamedBlob[]> {
  return (yield* all(UNNAMED, { now, limit })).map((row) => ({
    tenant: text(row, "tenant"),
    digest: text(row, "digest"),
    bytes: int(row, "bytes"),
    seenAs: textOrNull(row, "seen_as"),
  }));
}

/** Those that the store knows nothing of: nothing ever named them, or they were forgotten. */
export function* readUnknownBlobs(tenant: string, digests: readonly string[]): Work<readonly string[]> {
  const unknown: string[] = [];
  for (const digest of digests) {
    if ((yield* get(KNOWN, { tenant, digest })) === undefined) unknown.push(digest);
  }
  return unknown;
}
