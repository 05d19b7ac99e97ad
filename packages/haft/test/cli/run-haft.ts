// Runs the real command, `bin/haft.js`, as a process of its own.

import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const HAFT = fileURLToPath(new URL("../../bin/haft.js", import.meta.url));

/** How it is started. */
export interface RunOptions {
  /** The working folder. */
  readonly folder: string;
  /** Added to the environment; undefined takes a variable away. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Standard input; default none. */
  readonly input?: string;
  /** Another Node. */
  readonly node?: string;
  /** Sees the running process. */
  readonly started?: (child: ChildProcess) => void;
}

/** What it came to. */
export interface RunResult {
  /** 128 and the signal's number where a signal ended it. */
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `haft` with these words, and resolves when it has ended. */
export async function runHaft(words: readonly string[], options: RunOptions): Promise<RunResult> {
  const { HAFT_STORE: _store, HAFT_DATA: _data, HAFT_ISOLATION: _isolation, ...inherited } = process.env;
  const child = spawn(options.node ?? process.execPath, [HAFT, ...words], {
    cwd: options.folder,
    env: { ...inherited, NO_COLOR: "1", TZ: "UTC", ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
    // A command that hangs is a failure with its output, not a test that never ends.
    timeout: 90_000,
  });
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  options.started?.(child);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on("error", reject);
  child.on("close", (code, signal) => resolve(code ?? (signal === "SIGKILL" ? 137 : 143)));
  const [exitCode, out, err] = await Promise.all([promise, text(child.stdout), text(child.stderr)]);
  return { exitCode, out, err };
}
