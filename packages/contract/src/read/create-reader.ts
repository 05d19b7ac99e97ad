// The way in to reading: one source after another, in warm threads that are ended at the limit and started again. One
// thread a language: in one thread the compiler's memory made each reading of Python wait for its garbage collection.

import type { Language } from "../descriptor/tool-descriptor.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { givenUp, MAX_SOURCE_BYTES } from "./given-up.ts";
import type { Reader, ReaderOptions, ReadRequest, ReadResult } from "./reader.ts";
import { type ReadingThread, startThread } from "./thread.ts";
import type { ThreadSettings } from "./thread-messages.ts";

const DEFAULT_LIMIT_MS = 2_000;

function isTooLarge(text: string): boolean {
  return text.length > MAX_SOURCE_BYTES || Buffer.byteLength(text) > MAX_SOURCE_BYTES;
}

/**
 * Makes a reader. A language's thread is started with its first source, stays warm, and does not keep a process from
 * ending.
 *
 * @example
 * await using reader = createReader();
 * const { tools, diagnostics } = await reader.read({ language: "python", file: "greet.py", text });
 */
export function createReader(options: ReaderOptions = {}): Reader {
  const settings: ThreadSettings = {
    limitMs: options.limitMs ?? DEFAULT_LIMIT_MS,
    hasEvaluator: options.evaluator !== undefined,
    ...(options.python === undefined ? {} : { python: options.python }),
  };
  const threads = new Map<Language, ReadingThread>();
  let last: Promise<unknown> = Promise.resolve();
  let disposed = false;

  function threadOf(language: Language): ReadingThread {
    const warm = threads.get(language);
    if (warm?.alive === true) return warm;
    const started = startThread(settings, options.evaluator);
    threads.set(language, started);
    return started;
  }

  async function read(request: ReadRequest): Promise<ReadResult> {
    if (disposed) throw new Error("the reader has been disposed of");
    if (isTooLarge(request.text)) return givenUp(request, "size", settings.limitMs);
    const reading = await threadOf(request.language).read(request);
    if (reading.kind === "read") return reading.result;
    if (reading.stack !== undefined) options.onTrouble?.(reading.stack);
    return givenUp(request, reading.reason, settings.limitMs);
  }

  return {
    read(request) {
      const turn = last.then(async () => deepFreeze(await read(request)));
      last = turn.catch(() => undefined);
      return turn;
    },
    async [Symbol.asyncDispose]() {
      disposed = true;
      await Promise.all([...threads.values()].map((thread) => thread.end()));
      await last;
    },
  };
}
