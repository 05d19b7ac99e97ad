// Noticing that another process has committed: a watch on the folder of the write-ahead log, and beside it a look at
// `data_version`, for file systems that tell nothing.

import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";
import { int } from "../database/row.ts";
import type { Database } from "../sqlite/database.ts";
import { gathered } from "./gathered.ts";

/** How often is looked without having been told. */
const LOOK_MS = 250;
/** The folder tells of this connection's own commits as well, one after another: they are looked at together. */
const TOGETHER_MS = 5;

/** Calls back after another connection has committed, also more often than that, until it is disposed of. */
export function watchDatabase(database: Database, changed: () => void): Disposable {
  let version = dataVersion(database);
  const look = (): void => {
    const now = dataVersion(database);
    if (now === undefined || now === version) return;
    version = now;
    changed();
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  let watching = true;
  const told = gathered(() => {
    if (watching) look();
  }, TOGETHER_MS);
  const watcher = watchFolder(database.file, told);
  return {
    [Symbol.dispose]() {
      watching = false;
      clearInterval(timer);
      watcher?.close();
    },
  };
}

function watchFolder(file: string, look: () => void): FSWatcher | undefined {
  const log = `${basename(file)}-wal`;
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_event, name) => {
      if (name === null || name === log) look();
    });
    // The machine may have no watches left; then the timer is enough.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

/**
 * Changes when another connection has committed, never by this connection's own commits. Undefined where it cannot be
 * read: nobody asked for it, and whoever asks for something next is told why.
 */
function dataVersion(database: Database): number | undefined {
  try {
    return int(database.get("pragma data_version") ?? {}, "data_version");
  } catch {
    return undefined;
  }
}
