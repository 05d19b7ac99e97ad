// Running something that cannot be interrupted from inside, and giving it up after a while: conditions over large
// arguments may take long, and whoever evaluates them holds runs of others.

import { type Context, createContext, Script } from "node:vm";

/** A run that was stopped before it had worked its time, on a busy machine, is tried again so often. */
const TRIES = 5;

/** What is run lies here while it runs; runs are synchronous and do not overlap. */
let watched: { readonly context: Context; readonly script: Script } | undefined;

/** The value, or that it was given up. */
export type InTime<T> = { readonly done: true; readonly value: T } | { readonly done: false };

/** Runs something synchronous for at most so many milliseconds of work. It must be such that it can be run again. */
export function inTime<T>(milliseconds: number, run: () => T): InTime<T> {
  watched ??= { context: createContext({ run }), script: new Script("run()") };
  const { context, script } = watched;
  let result: InTime<T> = { done: false };
  context.run = (): void => {
    result = { done: true, value: run() };
  };
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = workedMs();
      try {
        script.runInContext(context, { timeout: milliseconds });
        return result;
      } catch (error) {
        if (!isTimeout(error)) throw error;
        if (workedMs() - before >= milliseconds / 2) break;
      }
    }
    return { done: false };
  } finally {
    context.run = undefined;
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

/** What this thread has worked so far, in milliseconds: a machine that is busy with others takes nothing of anybody's time. */
export function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
