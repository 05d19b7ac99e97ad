// Python sources for the reading thread: each read by the interpreter that will run it.

import { pythonChoices } from "@haft/sdk/wire";
import { createPythonParser, type PythonParser, readPython } from "../python/index.ts";
import type { LanguageReader } from "./language-reader.ts";
import type { OutsideOutliners } from "./outliner-outside.ts";
import type { ReadRequest } from "./reader.ts";
import type { ThreadSettings } from "./thread-messages.ts";

/** The parser's own limit strikes first, so that the thread and what it has compiled stay warm. */
const SHORTER_MS = 150;

/** Interpreters that are kept warm; a project has one, or one for each of its environments. */
const MOST_WARM = 3;

/** Makes the reader of Python sources; their outlines come from outside the thread. */
export function pythonSources(settings: ThreadSettings, outliners: OutsideOutliners): LanguageReader {
  // By the interpreter of a package environment, the one used last at the end.
  const parsers = new Map<string | undefined, PythonParser>();

  /** The environment's interpreter, unless another was named for everything. */
  function interpreterFor({ python: ofPackages }: Pick<ReadRequest, "python">): string | undefined {
    const [first] = pythonChoices({ named: settings.python, ofPackages, environment: process.env });
    return first?.command === ofPackages ? ofPackages : undefined;
  }

  async function parserFor(request: Pick<ReadRequest, "python">): Promise<PythonParser> {
    const python = interpreterFor(request);
    const limitMs = Math.max(50, settings.limitMs - SHORTER_MS);
    const parser = parsers.get(python) ?? createPythonParser({ outliner: outliners.of(python), limitMs });
    parsers.delete(python);
    parsers.set(python, parser);
    const [oldest] = parsers;
    if (parsers.size > MOST_WARM && oldest !== undefined) {
      parsers.delete(oldest[0]);
      await oldest[1][Symbol.asyncDispose]();
    }
    return parser;
  }

  return {
    warm: async (request) => (await parserFor(request)).warm(),
    read: async (request) => readPython(request, await parserFor(request)),
  };
}
