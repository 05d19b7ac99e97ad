// Whether another user can reach a path, and which folder is closed to them.

import { realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/** The user that sandboxes run as. */
export interface SandboxUser {
  readonly uid: number;
  readonly gid: number;
}

function may(user: SandboxUser, stats: Stats, bit: 1 | 4 | 5): boolean {
  if (user.uid === 0) return true;
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  return ((stats.mode >> shift) & bit) === bit;
}

/** The first folder on the way to `path`, from the root, that the user may not pass; or `path` itself if it cannot be read. Undefined: reachable. */
export function closedOnTheWay(path: string, user: SandboxUser): string | undefined {
  const real = realpathSync(path);
  const folders: string[] = [];
  for (let at = dirname(real); ; at = dirname(at)) {
    folders.unshift(at);
    if (at === dirname(at)) break;
  }
  const closed = folders.find((folder) => !may(user, statSync(folder), 1));
  if (closed !== undefined) return closed;
  const stats = statSync(real);
  return may(user, stats, stats.isDirectory() ? 5 : 4) ? undefined : real;
}
