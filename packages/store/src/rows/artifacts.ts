// The rows of artifacts, and of the blobs that events name.

import type { EventPayloads } from "@haft/engine/ports";
import { Refusal } from "../database/refusal.ts";
import type { Transaction } from "../database/transaction.ts";
import type { EventPlace } from "./project.ts";

/** Plan: the primary key (tenant, thread_id, path, version) refuses a version that somebody else wrote. */
const WRITE = `
insert or ignore into artifacts (tenant, thread_id, path, version, digest, size, mime_type, run_id, call_id, written_at)
values (:tenant, :threadId, :path, :version, :digest, :size, :mimeType, :runId, :callId, :at)`;

/** An artifact was written. */
export function writeArtifact(
  { database }: Transaction,
  place: EventPlace,
  data: EventPayloads["artifact.written"],
): void {
  const { path, version, digest, size, mimeType, callId } = data;
  const { tenant, threadId, runId, at } = place;
  const row = { tenant, threadId, runId, at, path, version, digest, size, mimeType, callId };
  if (database.run(WRITE, row) !== 1) throw new Refusal({ ok: false, reason: "artifact_exists" });
}

/** Plan: one search of the primary key (tenant, digest). The collector removes what nothing named for 24 h. */
const NAME = `
insert into blobs (tenant, digest, bytes, named_at) values (:tenant, :digest, :bytes, :at)
on conflict (tenant, digest) do update set named_at = max(named_at, excluded.named_at)`;

/** An event names a blob. */
export function nameBlob({ database }: Transaction, place: EventPlace, digest: string, bytes: number): void {
  database.run(NAME, { tenant: place.tenant, digest, bytes, at: place.at });
}
