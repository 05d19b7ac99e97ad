// Runs commands that only read in this process, with readers that stay warm between them.

import { runCommand } from "../../src/cli/main.ts";
import type { ToolsetReading } from "../../src/session/reading.ts";
import { openToolsets } from "../../src/toolsets/index.ts";
import type { RunResult } from "./run-haft.ts";
import { surroundingsIn } from "./surroundings.ts";

/** Commands in one process. They run one after another, for the working folder is the process's. */
export interface WarmHaft extends AsyncDisposable {
  run(words: readonly string[], options: { readonly folder: string }): Promise<RunResult>;
}

/** Readers are opened when they are first needed, and closed with this. */
export function warmHaft(): WarmHaft {
  let reading: ToolsetReading | undefined;
  const home = process.cwd();
  return {
    run: async (words, { folder }) => {
      const kept = surroundingsIn(folder);
      process.chdir(folder);
      try {
        const exitCode = await runCommand(words, kept.surroundings, {
          openToolsets: async () => (options) => {
            reading ??= openToolsets(options);
            return { read: reading.read, [Symbol.asyncDispose]: async () => {} };
          },
          openSession: () => Promise.reject(new Error("no session here")),
          examine: () => Promise.reject(new Error("no session here")),
        });
        return { exitCode, out: kept.out(), err: kept.err() };
      } finally {
        process.chdir(home);
      }
    },
    [Symbol.asyncDispose]: async () => reading?.[Symbol.asyncDispose](),
  };
}
