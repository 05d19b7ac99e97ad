// Folders that a sandbox writes to (`/data`, `/workspace`): where the sandbox's user can reach them, and theirs.

import { chownSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestOf } from "./placed.ts";
import { closedOnTheWay } from "./reachable.ts";
import { sandboxUser } from "./sandbox-user.ts";
import { defaultStateFolder, stateSubfolder } from "./state-folder.ts";

/** Where a writable folder is wanted, and for whom. */
export interface WritableFolder {
  /** The folder as it is known to the operator; made where it is missing. */
  readonly wanted: string;
  /** As `SandboxOptions.state`. */
  readonly state?: string;
  /** As `SandboxOptions.user`. */
  readonly user?: string;
}

/**
 * The folder to mount: the one that is wanted or, where the server is root and the way to it is closed to the sandbox's
 * user (a project in a home with mode 0700), one in the state folder that stands for it. It belongs to that user.
 */
export function writableFolder({ wanted, state, user: named }: WritableFolder): string {
  const user = sandboxUser(named);
  const isOther = process.getuid?.() === 0;
  mkdirSync(wanted, { recursive: true });
  const closed = isOther && closedOnTheWay(dirname(wanted), user) !== undefined;
  const folder = closed ? join(stateSubfolder(state ?? defaultStateFolder(), "writable"), digestOf(wanted)) : wanted;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isOther) chownSync(folder, user.uid, user.gid);
  return folder;
}
