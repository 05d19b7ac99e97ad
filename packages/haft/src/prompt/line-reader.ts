// Reads lines that a person types: prompts go to standard error, so that standard output stays the result alone.

import { createInterface } from "node:readline/promises";

/** Asks for one line at a time. */
export interface LineReader extends Disposable {
  /** What was typed, without the line feed; undefined when there will be no more (Ctrl-D) or the signal was aborted. */
  line(prompt: string): Promise<string | undefined>;
}

/** A reader on a terminal. Ctrl-C becomes the signal that it is outside of a prompt. */
export function terminalReader(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): LineReader {
  const terminal = createInterface({ input, output });
  const closed = new AbortController();
  terminal.on("close", () => closed.abort());
  terminal.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const ended = AbortSignal.any([signal, closed.signal]);
  return {
    line: async (prompt) => {
      if (ended.aborted) return undefined;
      try {
        return await terminal.question(prompt, { signal: ended });
      } catch (error) {
        if (!ended.aborted) throw error;
        output.write("\n");
        return undefined;
      }
    },
    [Symbol.dispose]: () => terminal.close(),
  };
}
