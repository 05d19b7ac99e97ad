// Keeps one Python process ready to be asked for outlines: started when it is first needed and again when it has ended.
// Lives where its process can be reaped, which a thread that may be ended at any moment is not.

import type { Fault } from "../../model/function.ts";
import { startInterpreter } from "./interpreters.ts";
import type { OutlineProcess, Reply } from "./outline-process.ts";

/** A process that can be asked, or the fault that there is none; `fresh`: it was started just now and remembers nothing. */
export type Ready = { readonly fault: Fault } | { readonly fresh: boolean };

/** Gives outlines of sources. Asked one at a time. */
export interface Outliner {
  start(): Promise<Ready>;
  ask(text: string, limitMs: number): Promise<Reply>;
  /** Ends the process; the next `start` has another. Resolves when it is gone. */
  end(): Promise<void>;
}

/** Makes an outliner; `python` as in the reader's options. */
export function createOutliner(python: string | undefined): Outliner {
  let process: OutlineProcess | undefined;
  return {
    async start() {
      if (process?.alive === true) return { fresh: false };
      const started = await startInterpreter(python);
      if ("fault" in started) return started;
      process = started.process;
      return { fresh: true };
    },
    ask: (text, limitMs) => process?.ask(text, limitMs) ?? Promise.resolve({ kind: "died" }),
    async end() {
      await process?.endAndReap();
    },
  };
}
