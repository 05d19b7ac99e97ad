// Running something that cannot be interrupted from inside, and giving it up after a while: schemas, conditions and values
// come from whoever wrote a tool and from models, and whoever holds one against the other holds runs of others.

import { type Context, createContext, Script } from "node:vm";

/** A run that was stopped before it had worked its time, on a busy machine, is tried again so often. */
const TRIES = 10;

/** What is run lies here while it runs; one may be run inside another. */
let watched: { readonly context: Context; readonly script: Script } | undefined;

/** The value, or that it was given up. */
export type InTime<T> = { readonly done: true; readonly value: T } | { readonly done: false };

/** Runs something synchronous for at most so many milliseconds of work. It must be such that it can be run again. */
export function inTime<T>(milliseconds: number, run: () => T): InTime<T> {
  watched ??= { context: createContext({}), script: new Script("run()") };
  const { context, script } = watched;
  let result: InTime<T> = { done: false };
  const before = context.run;
  context.run = (): void => {
    result = { done: true, value: run() };
  };
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const began = workedMs();
      try {
        script.runInContext(context, { timeout: milliseconds });
        return result;
      } catch (error) {
        if (!isTimeout(error)) throw error;
        if (workedMs() - began >= milliseconds / 2) break;
      }
    }
    return { done: false };
  } finally {
    context.run = before;
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
