// The rows of blobs, and of which run's events name them.

import { send, type Work } from "../database/work.ts";
import type { EventPlace } from "./project.ts";

/** Plan: one search of the primary key (tenant, digest). Whatever is named is none of the collector's any more. */
const KEEP = `
insert into blobs (tenant, digest, bytes, named_at) values (:tenant, :digest, :bytes, :at)
on conflict (tenant, digest) do update set named_at = case
  when excluded.named_at > blobs.named_at then excluded.named_at else blobs.named_at end,
  look_at = null, seen_as = null`;
/** Plan: one search of the primary key (tenant, run_id, digest). */
const NAME = `
insert into blob_names (tenant, run_id, digest) values (:tenant, :runId, :digest) on conflict do nothing`;

/** A blob has a name somewhere. */
export function* keepBlob({ tenant, at }: EventPlace, digest: string, bytes: number): Work<void> {
  yield* send(KEEP, { tenant, digest, bytes, at });
}

/** An event names a blob. */
export function* nameBlob(place: EventPlace, digest: string, bytes: number): Work<void> {
  yield* keepBlob(place, digest, bytes);
  yield* send(NAME, { tenant: place.tenant, runId: place.runId, digest });
}
