// What the files of a workspace are at this moment, as far as globs match them: the one reading that changes are measured
// against and found by.

import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import type { FileState } from "@haft/engine/ports";
import { globMatcher } from "@haft/sdk/wire";

/** More matches than this cannot be watched. */
export const MOST_FILES = 10_000;

/** After so many names others have their turn: a worker that scans holds runs, too. */
const AT_ONCE = 100;

/** More files match than can be watched. */
export class TooManyFiles extends Error {
  constructor(globs: readonly string[]) {
    super(`more than ${MOST_FILES} files match ${globs.map((glob) => JSON.stringify(glob)).join(", ")}`);
    this.name = "ValueError";
  }
}

/**
 * The files that the globs match, by path, in the order of their names. Links are files of their own and lead nowhere. What
 * vanishes meanwhile is left out. Rejects with `TooManyFiles`, and with a RangeError for globs that nobody writes.
 */
export async function scanFiles(root: string, globs: readonly string[], most = MOST_FILES): Promise<FileState[]> {
  const cleaned = globs.map((glob) => posix.normalize(glob));
  const isMeant = globMatcher(cleaned);
  const found: FileState[] = [];
  const depth = deepest(cleaned);
  let looked = 0;
  const visit = async (folder: string, level: number): Promise<void> => {
    for (const entry of await entriesOf(join(root, folder))) {
      looked += 1;
      if (looked % AT_ONCE === 0) await others();
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (level < depth) await visit(path, level + 1);
      } else if (isMeant(path)) {
        const state = await stateOf(root, path);
        if (state !== null) found.push(state);
        if (found.length > most) throw new TooManyFiles(globs);
      }
    }
  };
  await visit("", 1);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** How deep a folder may lie for something in it to match. */
function deepest(globs: readonly string[]): number {
  if (globs.some((glob) => glob.includes("**"))) return Number.POSITIVE_INFINITY;
  return Math.max(...globs.map((glob) => glob.split("/").length));
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    // Removed, or made unreadable, since its name was read: nothing of it can be seen.
    return [];
  }
}

async function stateOf(root: string, path: string): Promise<FileState | null> {
  try {
    const { size, mtimeMs, ino } = await lstat(join(root, path));
    return { path, size, mtimeMs, inode: ino };
  } catch {
    return null;
  }
}
