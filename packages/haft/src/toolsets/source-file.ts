// Reads one file of a toolset's folder. The folder may have been written by somebody who means harm: what is no regular
// file is never opened (a pipe would hold the command for ever), and no link leads out of the project (what is read is
// given to the tool, and the server can read what the tool must not see).

import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { sep } from "node:path";
import { CommandError } from "../session/command-error.ts";

/** The reader refuses more than 1 MiB of source; data that a source imports may be larger. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Why a file cannot be part of a toolset. */
export interface UnreadableFile {
  readonly problem: string;
  readonly hint: string;
}

const REFUSED: Readonly<Record<string, UnreadableFile>> = {
  EACCES: { problem: "permission denied", hint: "change its permissions, or run as a user who may read it" },
  EPERM: { problem: "permission denied", hint: "change its permissions, or run as a user who may read it" },
  ELOOP: { problem: "it is a symbolic link that leads back to itself", hint: "remove the link, or mend its target" },
  ENOENT: { problem: "it is a symbolic link to nothing", hint: "remove the link, or mend its target" },
};

const NOT_A_FILE: UnreadableFile = { problem: "it is no regular file", hint: "put a file in its place, or remove it" };

/** The text of a file, or why there is none. `root`: the folder, links resolved, that links must stay in. */
export async function readSourceFile(path: string, root: string): Promise<string | UnreadableFile> {
  try {
    if ((await lstat(path)).isSymbolicLink() && !(await realpath(path)).startsWith(root + sep)) {
      return {
        problem: `it is a symbolic link that leads out of ${root}`,
        hint: "copy the file into the project; what lies outside is not given to a tool",
      };
    }
    // Non-blocking: a pipe that took the file's place a moment ago must not hold the command.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    return await textOf(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return REFUSED[code] ?? { problem: error instanceof Error ? error.message : String(error), hint: "check the file" };
  }
}

async function textOf(file: FileHandle): Promise<string | UnreadableFile> {
  const stats = await file.stat();
  if (!stats.isFile()) return NOT_A_FILE;
  if (stats.size > MOST_BYTES)
    return {
      problem: `it is larger than ${MOST_BYTES / 1024 / 1024} MiB`,
      hint: "move the data to where the tool reads it from: ctx.data_dir",
    };
  const bytes = await file.readFile();
  try {
    // As Node does: a mark of the byte order at the beginning is no part of the text.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { problem: `it is not UTF-8: ${placeOfBadByte(bytes)}`, hint: "save the file as UTF-8" };
  }
}

/** Line and value of the first byte that is no UTF-8. */
function placeOfBadByte(bytes: Buffer): string {
  const decoded = bytes.toString("utf8");
  const encoded = Buffer.from(decoded, "utf8");
  let at = 0;
  while (at < bytes.length && bytes[at] === encoded[at]) at++;
  const line = bytes.subarray(0, at).toString("latin1").split("\n").length;
  return `line ${line} has the byte 0x${(bytes[at] ?? 0).toString(16).padStart(2, "0")}`;
}

/** The text of a file that the toolset cannot be read without. Rejects with a `CommandError` where there is none. */
export async function requireText(path: string, root: string): Promise<string> {
  const text = await readSourceFile(path, await realpath(root));
  if (typeof text === "string") return text;
  throw new CommandError("unreadable", `${path} cannot be read: ${text.problem}`, { hint: text.hint });
}
