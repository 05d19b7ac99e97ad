// Python sources for the reading thread.

import { createPythonParser, readPython } from "../python/index.ts";
import type { LanguageReader } from "./language-reader.ts";
import type { ThreadSettings } from "./thread-messages.ts";

/** The parser's own limit strikes first, so that the thread and what it has compiled stay warm. */
const SHORTER_MS = 150;

/** Makes the reader of Python sources: one interpreter, which ends with the thread. */
export function pythonSources(settings: ThreadSettings): LanguageReader {
  const parser = createPythonParser({
    ...(settings.python === undefined ? {} : { python: settings.python }),
    limitMs: Math.max(50, settings.limitMs - SHORTER_MS),
  });
  return {
    warm: () => parser.warm(),
    read: (request) => readPython(request, parser),
  };
}
