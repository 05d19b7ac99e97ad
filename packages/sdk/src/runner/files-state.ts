// What the watched files are at the very moment at which `watchFiles` is called. It cannot be asked of the host, which
// answers later: a file that the tool writes in its next line would be in the answer, and its change never be seen.

import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { globMatcher } from "../wire/glob.ts";
import type { JsonObject } from "../wire/json.ts";

/** More matches than this cannot be watched. */
const MOST_FILES = 10_000;

/** Path, size, time and inode of each match below a folder, links being files of their own. Throws where there are too many. */
export function filesState(root: string, globs: readonly string[]): readonly JsonObject[] {
  const isMeant = globMatcher(globs.map((glob) => posix.normalize(glob)));
  const found: JsonObject[] = [];
  const visit = (folder: string): void => {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (isMeant(path)) {
        const state = stateOf(root, path);
        if (state !== null) found.push(state);
        if (found.length > MOST_FILES) throw new RangeError(`watchFiles: more than ${MOST_FILES} files match`);
      }
    }
  };
  visit("");
  return found;
}

/** A folder that is gone, or that cannot be read, has nothing in it. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function stateOf(root: string, path: string): JsonObject | null {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
  return stats === undefined ? null : { path, size: stats.size, mtimeMs: stats.mtimeMs, inode: stats.ino };
}
