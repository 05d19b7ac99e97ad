// Reading the artifacts of a thread.

import type { ArtifactRow } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, get, type Row, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, thread_id, path, version). */
const NUMBERED = `
select * from artifacts
where tenant = :tenant and thread_id = :threadId and path = :path and version = :version`;
/** Plan: the last entry of (tenant, thread_id, path) in the primary key. */
const ONE = `
select * from artifacts where tenant = :tenant and thread_id = :threadId and path = :path
order by version desc limit 1`;
/** Plan: the thread's range of the primary key; the newest version of each path. */
const ALL = `
select * from artifacts a where tenant = :tenant and thread_id = :threadId and version = (
  select max(version) from artifacts where tenant = a.tenant and thread_id = a.thread_id and path = a.path)
order by written_at desc, path`;

/** The newest version of an artifact, or the one named; null if there is none. */
export function* readArtifact(
  tenant: string,
  threadId: string,
  path: string,
  version?: number,
): Work<ArtifactRow | null> {
  const row =
    version === undefined
      ? yield* get(ONE, { tenant, threadId, path })
      : yield* get(NUMBERED, { tenant, threadId, path, version });
  return row === undefined ? null : artifactRow(row);
}

/** The newest version of every artifact of a thread, newest first. */
export function* readArtifacts(tenant: string, threadId: string): Work<readonly ArtifactRow[]> {
  return (yield* all(ALL, { tenant, threadId })).map(artifactRow);
}

function artifactRow(row: Row): ArtifactRow {
  return {
    path: text(row, "path"),
    version: int(row, "version"),
    digest: text(row, "digest"),
    size: int(row, "size"),
    mimeType: text(row, "mime_type"),
    callId: text(row, "call_id"),
    writtenAt: int(row, "written_at"),
  };
}
