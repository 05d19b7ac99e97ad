// File waits, for whoever watches the files.

import type { FileState } from "../events/payloads.ts";
import type { Json } from "../json/json.ts";
import type { FileWaitPlace, FileWaitRow } from "../ports/store-rows.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** File waits that are read at once, and of how many what was read is remembered. */
const DEFAULT_LIMIT = 1_000;
const MOST_KNOWN = 1_000;
/** The largest payload, in bytes of JSON. */
const MAX_PAYLOAD_BYTES = 900 * 1024;

/** One change of one file. Times are milliseconds since the epoch; null: the file is gone. */
export interface FileChange {
  readonly path: string;
  readonly event_type: "created" | "modified" | "deleted";
  readonly mtime_after: number | null;
}

/** An open file wait with what its changes are measured against. */
export interface WatchedWait extends FileWaitRow {
  readonly fileState: readonly FileState[] | null;
}

/** What the watcher of files needs. */
export interface FileDesk {
  /**
   * Open file waits of all tenants whose files are at a place, oldest first, with what changes are measured against (null:
   * it cannot be read, and nothing can be told of its files): as many as the limit says, behind `after`, which is the last
   * one of the page before.
   */
  fileWaits(place: string, limit?: number, after?: FileWaitPlace): Promise<readonly WatchedWait[]>;
  /** Ends a file wait with what has changed. A wait that has ended meanwhile stays as it is. */
  filesChanged(tenant: string, waitId: string, changes: readonly FileChange[]): Promise<void>;
}

/** The desk on these services. */
export function fileDesk(services: Services): FileDesk {
  const { store } = services;
  // What was read of an open wait never changes, and a watcher asks again every second.
  const known = new Map<string, Pick<WatchedWait, "paths" | "fileState">>();
  /** Those that were open when they were last asked for, page by page. */
  let open = new Set<string>();
  return {
    async fileWaits(place, limit = DEFAULT_LIMIT, after) {
      const rows = await store.fileWaits(place, limit, after);
      if (after === undefined) {
        for (const waitId of known.keys()) if (!open.has(waitId)) known.delete(waitId);
        open = new Set();
      }
      for (const { waitId } of rows) open.add(waitId);
      const waits: WatchedWait[] = [];
      for (const row of rows) {
        const seen = known.get(row.waitId) ?? (await parkedWith(services, row));
        if (known.size < MOST_KNOWN && seen.fileState !== null) known.set(row.waitId, seen);
        waits.push({ ...row, ...seen });
      }
      return waits;
    },
    async filesChanged(tenant, waitId, changes) {
      const payload = payloadOf(changes);
      await store.endWait({ tenant, waitId, end: "resolved", payload, by: "files", resumeOriginal: false });
    },
  };
}

/** A wait whose event cannot be read keeps nobody from watching the others (I13). */
async function parkedWith({ store, blobs }: Services, { tenant, runId, openedSeq, paths }: FileWaitRow) {
  const stored = await store.events(tenant, runId, openedSeq - 1, 1);
  const event = await readEvents(stored, tenant, blobs).then(
    ([one]) => one,
    () => null,
  );
  if (event === null) return { paths, fileState: null };
  if (event?.type !== "tool.parked") return { paths, fileState: [] };
  return { paths: event.data.paths ?? paths, fileState: event.data.fileState ?? [] };
}

/** The changes, or as many as a payload holds, with how many there are beyond them. */
function payloadOf(changes: readonly FileChange[]): Json {
  let bytes = 0;
  const told = changes.map(({ path, event_type, mtime_after }) => ({ path, event_type, mtime_after }));
  const end = told.findIndex((change) => {
    bytes += Buffer.byteLength(JSON.stringify(change)) + 1;
    return bytes > MAX_PAYLOAD_BYTES;
  });
  return end < 0 ? { changes: told } : { changes: told.slice(0, end), more: told.length - end };
}
