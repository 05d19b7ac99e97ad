// What the operating system refuses, and what nobody foresaw, as a failure that names the thing and the next step.

import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { CommandError } from "./command-error.ts";

const REMEDIES: Readonly<Record<string, readonly [type: string, meaning: string, hint: string]>> = {
  ENOENT: ["not_found", "no such file or folder", "check the path"],
  EACCES: ["permission_denied", "permission denied", "change its permissions, or run as a user who may"],
  EPERM: ["permission_denied", "not permitted", "change its permissions, or run as a user who may"],
  EROFS: ["read_only", "the file system is read-only", "work in a folder that can be written to"],
  ENOSPC: ["disk_full", "the disk is full", "free some space and run the command again"],
  EDQUOT: ["disk_full", "the disk quota is used up", "free some space and run the command again"],
  EISDIR: ["not_a_file", "is a folder", "name a file in it"],
  ENOTDIR: ["not_a_folder", "is not a folder", "name a folder"],
  EEXIST: ["exists", "is there already, and is something else", "name another path, or move what is there away"],
  ELOOP: ["not_found", "is a symbolic link that leads back to itself", "remove the link, or mend its target"],
  ENAMETOOLONG: ["not_found", "the name is too long", "check the path"],
  ENFILE: ["too_many_files", "the machine has too many open files", "end other programs and run the command again"],
  EIO: ["failed", "the disk failed to read or write", "check the disk"],
  EMFILE: ["too_many_files", "too many open files", "raise the limit: ulimit -n 4096"],
};

/** A failure for anything that was thrown and is no `CommandError`. */
export function systemFailure(error: unknown): CommandError {
  if (!(error instanceof Error)) return new CommandError("failed", String(error));
  const { path } = error as NodeJS.ErrnoException;
  const code = causeOf(error);
  const known = code === undefined ? undefined : REMEDIES[code];
  if (known) {
    const [type, meaning, hint] = known;
    return new CommandError(type, path === undefined ? meaning : `${path}: ${meaning}`, { hint });
  }
  return new CommandError("fault", `${error.name}: ${error.message}`, {
    hint: "this is a fault of Haft; HAFT_DEBUG=1 shows where",
  });
}

/** Making a folder with those above it is refused by Node with "no such file" where the file system is read-only. */
function causeOf({ code, syscall, path }: NodeJS.ErrnoException): string | undefined {
  if (code !== "ENOENT" || syscall !== "mkdir" || path === undefined) return code;
  for (let at = dirname(path); ; at = dirname(at)) {
    try {
      accessSync(at, constants.W_OK);
      return code;
    } catch (error) {
      const found = error instanceof Error && "code" in error ? String(error.code) : code;
      if (found !== "ENOENT" || at === dirname(at)) return found;
    }
  }
}
