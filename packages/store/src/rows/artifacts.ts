// The rows of artifacts.

import type { EventPayloads } from "@haft/engine/ports";
import { Refusal } from "../database/refusal.ts";
import { run, type Work } from "../database/work.ts";
import type { EventPlace } from "./project.ts";

/** Plan: the primary key (tenant, thread_id, path, version) refuses a version that somebody else wrote. */
const WRITE = `
insert into artifacts (tenant, thread_id, path, version, digest, size, mime_type, run_id, call_id, written_at)
values (:tenant, :threadId, :path, :version, :digest, :size, :mimeType, :runId, :callId, :at)
on conflict do nothing`;

/** An artifact was written. */
export function* writeArtifact(place: EventPlace, data: EventPayloads["artifact.written"]): Work<void> {
  const { path, version, digest, size, mimeType, callId } = data;
  const { tenant, threadId, runId, at } = place;
  const row = { tenant, threadId, runId, at, path, version, digest, size, mimeType, callId };
  if ((yield* run(WRITE, row)) !== 1) throw new Refusal({ ok: false, reason: "artifact_exists" });
}
