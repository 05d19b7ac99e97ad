// A folder that a sandbox may write to: where it was wanted if the sandbox's user can reach that, else in the state folder.

import { chownSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { digestOf } from "./placed.ts";
import { closedOnTheWay } from "./reachable.ts";
import { sandboxUser } from "./sandbox-user.ts";
import { defaultStateFolder, stateSubfolder } from "./state-folder.ts";

/** What is asked for. */
export interface WritableFolderRequest {
  /** Where the folder should be; made where it is missing. */
  readonly wanted: string;
  /** As in `SandboxOptions`. */
  readonly user?: string;
  /** As in `SandboxOptions`. */
  readonly state?: string;
}

/**
 * Makes a folder that belongs to the sandbox's user, and gives its absolute path. Where the server is not root that is
 * the wanted path; where it is root and a folder on the way is closed to the sandbox's user (a home with mode 0700),
 * it is a folder of the state folder that is always the same for the same wanted path.
 */
export function writableFolder(request: WritableFolderRequest): string {
  const wanted = resolve(request.wanted);
  if (process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true });
    return wanted;
  }
  const user = sandboxUser(request.user);
  const closed = closedOnTheWay(nearestThere(wanted), user) !== undefined;
  const folder = closed
    ? join(stateSubfolder(request.state ?? defaultStateFolder(), "work"), digestOf(wanted))
    : wanted;
  const first = mkdirSync(folder, { recursive: true, mode: 0o755 });
  // Only what was made here changes hands: a folder that was there keeps its owner.
  if (first !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** The path itself, or the nearest folder above it that exists. */
function nearestThere(path: string): string {
  for (let at = path; ; at = dirname(at)) if (statSync(at, { throwIfNoEntry: false })) return at;
}
