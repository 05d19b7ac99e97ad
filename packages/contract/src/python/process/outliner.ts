// Keeps one Python process ready to be asked for outlines: started when it is first needed and again when it has ended.
// Lives where its process can be reaped, which a thread that may be ended at any moment is not.

import type { Fault } from "../../model/function.ts";
import { startInterpreter, type WantedPython } from "./interpreters.ts";
import type { OutlineProcess, Reply } from "./outline-process.ts";

/**
 * A process that can be asked, or the fault that there is none; `fresh`: it was started just now and remembers nothing;
 * `version`: of its Python, as `3.11`.
 */
export type Ready = { readonly fault: Fault } | { readonly fresh: boolean; readonly version: string };

/** Gives outlines of sources. Asked one at a time. */
export interface Outliner {
  start(): Promise<Ready>;
  ask(text: string, limitMs: number): Promise<Reply>;
  /** Ends the process; the next `start` has another. Resolves when it is gone. */
  end(): Promise<void>;
}

/** Makes an outliner by the interpreter that is wanted. */
export function createOutliner(wanted: WantedPython): Outliner {
  let process: OutlineProcess | undefined;
  let version = "";
  return {
    async start() {
      if (process?.alive === true) return { fresh: false, version };
      const started = await startInterpreter(wanted);
      if ("fault" in started) return started;
      ({ process, version } = started);
      return { fresh: true, version };
    },
    ask: (text, limitMs) => process?.ask(text, limitMs) ?? Promise.resolve({ kind: "died" }),
    async end() {
      await process?.endAndReap();
    },
  };
}
