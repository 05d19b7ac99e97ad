// What has changed between two readings of the same globs.

import type { FileState } from "@haft/engine/ports";

/** One change, as the companion gets it. */
export interface FileChange {
  readonly path: string;
  readonly event_type: "created" | "modified" | "deleted";
  /** Seconds since the epoch, as `os.stat` gives them; null of a file that is gone. */
  readonly mtime_after: number | null;
}

/** The changes in the order of their paths. A file that was replaced by another has been modified. */
export function fileChanges(before: readonly FileState[], after: readonly FileState[]): readonly FileChange[] {
  const was = new Map(before.map((file) => [file.path, file]));
  const is = new Map(after.map((file) => [file.path, file]));
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  return paths.flatMap((path) => changeOf(path, was.get(path), is.get(path)));
}

function changeOf(path: string, was: FileState | undefined, is: FileState | undefined): readonly FileChange[] {
  if (is === undefined) return [{ path, event_type: "deleted", mtime_after: null }];
  if (was === undefined) return [{ path, event_type: "created", mtime_after: is.mtimeMs / 1000 }];
  const same = was.size === is.size && was.mtimeMs === is.mtimeMs && was.inode === is.inode;
  return same ? [] : [{ path, event_type: "modified", mtime_after: is.mtimeMs / 1000 }];
}
