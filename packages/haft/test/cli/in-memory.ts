// Runs a command in this process on a session in memory.

import { PassThrough } from "node:stream";
import type { Parts } from "../../src/cli/invocation.ts";
import { runCommand } from "../../src/cli/main.ts";
import { CommandError } from "../../src/session/command-error.ts";
import { type FakeSession, fakeSession } from "./fake-session.ts";
import { type SurroundingsOptions, surroundingsIn } from "./surroundings.ts";

interface RunOptions extends SurroundingsOptions {
  /** The working folder; default `/`. */
  readonly folder?: string;
  /** Called with everything that standard error holds so far, at each write. */
  readonly onError?: (text: string) => void;
}

/** Its exit code, what it printed, and what was asked of the session. */
export async function run(words: readonly string[], fake: FakeSession = {}, options: RunOptions = {}) {
  const session = fakeSession(fake);
  const kept = surroundingsIn(options.folder ?? "/", options);
  if (options.onError) kept.onError(options.onError);
  const parts: Parts = {
    openToolsets: async () => () => {
      throw new CommandError("not_found", "nothing is read here");
    },
    openSession: async () => session.open,
    examine: async () => async () => ({
      ok: false,
      checks: [
        { name: "node", ok: true, detail: "24.1.0" },
        { name: "isolation", ok: false, detail: "bubblewrap is missing", remedy: "apt-get install bubblewrap" },
      ],
      isolation: {
        level: "rlimit-only",
        lines: [{ what: "files", enforced: false, detail: "reads what the server reads" }],
      },
    }),
  };
  const exitCode = await runCommand(words, kept.surroundings, parts);
  return { exitCode, out: kept.out(), err: kept.err(), asked: session.asked };
}

/** Standard input on which each text is typed once what it waits for has been printed. */
export function typing(steps: readonly (readonly [when: RegExp, typed: string])[]) {
  const stdin = new PassThrough();
  const left = [...steps];
  let from = 0;
  return {
    terminal: true,
    stdin,
    environment: { NO_COLOR: "1" },
    onError: (text: string) => {
      const [next] = left;
      if (next === undefined || !next[0].test(text.slice(from))) return;
      from = text.length;
      left.shift();
      stdin.write(next[1]);
    },
  };
}

/** What a command asked of the session under these names, in order. */
export function askedFor(asked: readonly unknown[], ...names: readonly string[]): readonly unknown[] {
  return asked.filter((entry) => Array.isArray(entry) && names.includes(String(entry[0])));
}
