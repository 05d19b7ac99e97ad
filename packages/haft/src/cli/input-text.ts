// Text that a flag points to: a file (`@FILE`) or standard input (`-`).

import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { text as readStream } from "node:stream/consumers";
import { CommandError } from "../session/command-error.ts";
import type { Surroundings } from "./invocation.ts";

/** The bytes of a file named on the command line; `typed` is how it stands there. */
export async function readNamedFile(name: string, surroundings: Surroundings, typed = `@${name}`): Promise<Buffer> {
  const path = resolve(surroundings.folder, name);
  try {
    return await readFile(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : `it cannot be read (${code})`;
    const near = code === "ENOENT" ? await nearestFile(path) : undefined;
    const hint = near === undefined ? "name a file, from this folder" : `did you mean ${join(dirname(name), near)}?`;
    throw new CommandError("not_found", `${typed}: ${why}`, { usage: true, hint });
  }
}

/** What somebody probably meant, of the files beside it. */
async function nearestFile(path: string): Promise<string | undefined> {
  const { nearest } = await import("@haft/contract");
  const beside = await readdir(dirname(path)).catch(() => []);
  return nearest(basename(path), beside);
}

/** Everything on standard input. */
export async function readStandardInput(surroundings: Surroundings): Promise<string> {
  return readStream(surroundings.stdin);
}
