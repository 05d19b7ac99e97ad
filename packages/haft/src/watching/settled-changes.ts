// Changes are told when nothing has changed any more for a moment: a file that is being written is not half told.

import { setTimeout as delay } from "node:timers/promises";
import type { FileState } from "@haft/engine/ports";
import { type FileChange, fileChanges } from "./file-changes.ts";
import { scanFiles } from "./scan-files.ts";

/** How long nothing may change, and how long that is waited for at most, in milliseconds. */
const QUIET_MS = 250;
const LONGEST_MS = 2_000;

/** What is waited for. */
export interface WatchedFiles {
  readonly root: string;
  readonly paths: readonly string[];
  readonly fileState: readonly FileState[];
}

/** What has changed since the wait's own reading, once it is quiet; none: nothing has. */
export async function settledChanges({ root, paths, fileState }: WatchedFiles): Promise<readonly FileChange[]> {
  let seen = await scanFiles(root, paths);
  if (fileChanges(fileState, seen).length === 0) return [];
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    await delay(QUIET_MS);
    const now = await scanFiles(root, paths);
    if (fileChanges(seen, now).length === 0 || performance.now() >= end) return fileChanges(fileState, now);
    seen = now;
  }
}
