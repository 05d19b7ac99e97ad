// What a call may ask about the artifacts of its thread: read, write and list, in parts of at most 1 MiB.
// It owns the parts of writes that are not complete; an artifact is durable when the tool is told (its blob before its
// event, its event before the reply).

import type { EventDraft } from "../events/event.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { Blobs } from "../ports/blobs.ts";
import type { Store } from "../ports/store.ts";
import type { ArtifactRow } from "../ports/store-rows.ts";
import type { Masker } from "../secrets/masker.ts";
import { artifactPath } from "./artifact-path.ts";
import { RefusedRequest } from "./refused-request.ts";

/** The largest artifact, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The bytes of all artifacts of one call that are not complete, and how many: they are in memory until they are. */
const MAX_INCOMPLETE_BYTES = 4 * MAX_BYTES;
const MAX_INCOMPLETE = 64;
/** The bytes of one part that is read. */
const PART_BYTES = 1024 * 1024;
/** How often a version is tried that somebody else takes at the same moment. */
const TRIES = 20;

/** Whose artifacts, and on behalf of which call. */
export interface ArtifactPlace {
  readonly tenant: string;
  readonly thread: string;
  readonly callId: string;
  readonly masker: Masker;
}

/** A function that answers the requests of one phase. Rejects with an Error whose name is the refusal's type. */
export function createArtifactDesk(
  { store, blobs }: { readonly store: Store; readonly blobs: Blobs },
  place: ArtifactPlace,
  write: (fact: EventDraft) => Promise<void>,
): (operation: string, params: JsonObject) => Promise<Json> {
  const parts = new Map<string, Buffer[]>();
  return async (operation, params) => {
    switch (operation) {
      case "artifact.read":
        return readArtifact(store, blobs, place, params);
      case "artifact.list":
        return (await store.artifacts(place.tenant, place.thread)).map(listed);
      case "artifact.write":
        return writePart(store, blobs, place, params, parts, write);
      default:
        throw new RefusedRequest("unsupported_request", `\`${operation}\` cannot be asked for here`);
    }
  };
}

async function readArtifact(store: Store, blobs: Blobs, place: ArtifactPlace, params: JsonObject): Promise<Json> {
  const path = artifactPath(params.path);
  const { version } = params;
  const row =
    typeof version === "number"
      ? await store.artifact(place.tenant, place.thread, path, version)
      : await store.artifact(place.tenant, place.thread, path);
  if (row === null) {
    const which = typeof version === "number" ? `version ${version} of the artifact` : "artifact";
    throw new RefusedRequest("artifact_not_found", `there is no ${which} ${JSON.stringify(path)} in this thread`);
  }
  const bytes = Buffer.from(await blobs.get(place.tenant, row.digest));
  const offset = typeof params.offset === "number" && params.offset > 0 ? params.offset : 0;
  const part = bytes.subarray(offset, offset + PART_BYTES);
  return {
    version: row.version,
    mimeType: row.mimeType,
    text: isText(row.mimeType),
    base64: part.toString("base64"),
    last: offset + part.length >= bytes.length,
  };
}

function isText(mimeType: string): boolean {
  return /^(text\/|application\/(json|xml|javascript|yaml|toml|x-ndjson)\b|[^;]*\+(json|xml)\b)/.test(mimeType);
}

function listed(row: ArtifactRow): JsonObject {
  const { path, version, size, digest, mimeType } = row;
  return { path, version, size, digest, mimeType, at: new Date(row.writtenAt).toISOString() };
}

async function writePart(
  store: Store,
  blobs: Blobs,
  place: ArtifactPlace,
  params: JsonObject,
  parts: Map<string, Buffer[]>,
  write: (fact: EventDraft) => Promise<void>,
): Promise<Json> {
  const path = place.masker.text(artifactPath(params.path));
  const { base64, mimeType, offset, last } = params;
  if (typeof base64 !== "string" || typeof mimeType !== "string" || mimeType.length > 255) {
    throw new RefusedRequest("protocol_error", "an artifact is written with `base64` and `mimeType`");
  }
  const before = offset === 0 ? [] : (parts.get(path) ?? []);
  const size = lengthOf(before);
  if (offset !== size) throw new RefusedRequest("protocol_error", "the parts of an artifact come in order");
  const all = [...before, Buffer.from(base64, "base64")];
  if (lengthOf(all) > MAX_BYTES) {
    parts.delete(path);
    throw new RefusedRequest("artifact_too_large", `${JSON.stringify(path)} has more than ${MAX_BYTES} bytes (16 MiB)`);
  }
  if (last !== true) {
    parts.set(path, all);
    if (parts.size <= MAX_INCOMPLETE && bytesIn(parts) <= MAX_INCOMPLETE_BYTES) return null;
    parts.delete(path);
    throw new RefusedRequest(
      "artifact_too_large",
      "too many artifacts are begun and not complete; write one after another",
    );
  }
  parts.delete(path);
  return keep(store, blobs, place, { path, mimeType: place.masker.text(mimeType) }, Buffer.concat(all), write);
}

function bytesIn(parts: ReadonlyMap<string, readonly Buffer[]>): number {
  return [...parts.values()].reduce((sum, one) => sum + lengthOf(one), 0);
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

async function keep(
  store: Store,
  blobs: Blobs,
  place: ArtifactPlace,
  { path, mimeType }: { readonly path: string; readonly mimeType: string },
  given: Buffer,
  write: (fact: EventDraft) => Promise<void>,
): Promise<Json> {
  // Text is masked like everything else that enters; bytes that are no text are left as they are.
  const bytes = isText(mimeType) ? Buffer.from(place.masker.text(given.toString("utf8"))) : given;
  const digest = await blobs.put(place.tenant, bytes);
  const size = bytes.length;
  for (let tries = 1; ; tries++) {
    const version = ((await store.artifact(place.tenant, place.thread, path))?.version ?? 0) + 1;
    try {
      await write({ type: "artifact.written", data: { path, version, digest, size, mimeType, callId: place.callId } });
      return { path, version, size, digest };
    } catch (error) {
      const taken = error instanceof Error && error.name === "ArtifactExists";
      if (!taken || tries >= TRIES) throw error;
    }
  }
}
