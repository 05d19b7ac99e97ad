// Reads Python text in the tests of this folder: one warm parser for a test file, ended with it.

import { after } from "node:test";
import { describeModule } from "../../src/checks/describe-module.ts";
import type { ModuleModel } from "../../src/model/function.ts";
import { createPythonParser, type PythonParser, readPython } from "../../src/python/index.ts";
import type { ReadResult } from "../../src/read/reader.ts";

/** What came of a text: the model, and what the stages behind it make of it. */
export interface Reading {
  readonly model: ModuleModel;
  readonly imports: readonly string[];
  readonly result: ReadResult;
  /** `CODE:line` or `CODE:line:parameter` of every diagnostic. */
  readonly codes: readonly string[];
}

export interface PythonReading {
  readonly parser: PythonParser;
  read(text: string, siblings?: Readonly<Record<string, string>>): Promise<Reading>;
}

/** A parser for the tests of one file. */
export function pythonReading(): PythonReading {
  const parser = createPythonParser();
  after(() => parser[Symbol.asyncDispose]());
  return {
    parser,
    async read(text, siblings = {}) {
      const { model, imports } = await readPython({ file: "source.py", text, siblings }, parser);
      const result = describeModule(model, { language: "python", file: "source.py" }, imports);
      const codes = result.diagnostics.map(({ code, line, parameter }) =>
        parameter === undefined ? `${code}:${line}` : `${code}:${line}:${parameter}`,
      );
      return { model, imports, result, codes };
    },
  };
}
