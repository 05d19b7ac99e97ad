// The workspace of a local call: a private copy of the folder that was named, so that the source is never modified.

import { randomBytes } from "node:crypto";
import { chownSync, cpSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { writableFolder } from "@haft/sandbox";
import { CommandError } from "../cli/session.ts";

/** At most this much is copied. */
const MAX_BYTES = 500 * 1024 * 1024;

function requireFolder(source: string): void {
  if (statSync(source, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new CommandError("not_found", `the workspace ${source} is no folder`, {
    hint: "name one that exists: --workspace DIR",
    usage: true,
  });
}

/** Gives everything in a folder to the owner of the folder itself; links are not followed. */
function giveToOwner(folder: string): void {
  const { uid, gid } = statSync(folder);
  const walk = (at: string): void => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isSymbolicLink()) continue;
      chownSync(path, uid, gid);
      if (entry.isDirectory()) walk(path);
    }
  };
  walk(folder);
}

/** Copies a folder to a place that the sandbox can write to, and gives that place. */
export function copyWorkspace(source: string, data: string, user: string | undefined): string {
  requireFolder(source);
  const name = `ws_${randomBytes(8).toString("hex")}`;
  const target = writableFolder({ wanted: join(data, "work", name), ...(user === undefined ? {} : { user }) });
  let bytes = 0;
  cpSync(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    filter(path) {
      const stats = lstatSync(path);
      bytes += stats.isFile() ? stats.size : 0;
      if (bytes > MAX_BYTES)
        throw new CommandError("too_large", `the workspace ${source} holds more than 500 MB`, {
          hint: "name a smaller folder",
        });
      return (
        path === source || (!path.startsWith(data) && (stats.isFile() || stats.isDirectory() || stats.isSymbolicLink()))
      );
    },
  });
  if (process.getuid?.() === 0) giveToOwner(target);
  return target;
}
