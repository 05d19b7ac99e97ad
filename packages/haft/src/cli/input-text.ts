// Text that a flag points to: a file (`@FILE`) or standard input (`-`).

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readStream } from "node:stream/consumers";
import type { Surroundings } from "./invocation.ts";
import { CommandError } from "./session.ts";

/** The bytes of a file named on the command line. */
export async function readNamedFile(name: string, surroundings: Surroundings): Promise<Buffer> {
  try {
    return await readFile(resolve(surroundings.folder, name));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === "ENOENT"
        ? "there is no such file"
        : code === "EISDIR"
          ? "it is a folder"
          : `it cannot be read (${code})`;
    throw new CommandError("not_found", `@${name}: ${why}`, { usage: true, hint: "name a file after the @" });
  }
}

/** Everything on standard input. */
export async function readStandardInput(surroundings: Surroundings): Promise<string> {
  return readStream(surroundings.stdin);
}
