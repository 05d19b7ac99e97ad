// Python sources for the reading thread.

import { createPythonParser, type Outliner, readPython } from "../python/index.ts";
import type { LanguageReader } from "./language-reader.ts";
import type { ThreadSettings } from "./thread-messages.ts";

/** The parser's own limit strikes first, so that the thread and what it has compiled stay warm. */
const SHORTER_MS = 150;

/** Makes the reader of Python sources; their outlines come from outside the thread. */
export function pythonSources(settings: ThreadSettings, outliner: Outliner): LanguageReader {
  const parser = createPythonParser({
    outliner,
    limitMs: Math.max(50, settings.limitMs - SHORTER_MS),
  });
  return {
    warm: () => parser.warm(),
    read: (request) => readPython(request, parser),
  };
}
