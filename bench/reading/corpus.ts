// The functions that readers are asked to understand: the contract cases that end in tools, with the schema that is right for each.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One function, and the truth about it. */
export interface CorpusFunction {
  readonly language: "python" | "typescript";
  readonly file: string;
  readonly text: string;
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

const cases = new URL("../../packages/contract/test/cases/", import.meta.url).pathname;

interface Expected {
  readonly language: "python" | "typescript";
  readonly file: string;
  readonly tools: readonly { readonly name: string; readonly inputSchema?: Readonly<Record<string, unknown>> }[];
}

/** Every function of the cases whose right schema is written down. */
export function corpus(): CorpusFunction[] {
  const found: CorpusFunction[] = [];
  for (const entry of readdirSync(cases, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const expected: Expected = JSON.parse(readFileSync(join(cases, entry.name, "expect.json"), "utf8"));
    const text = readFileSync(join(cases, entry.name, expected.file), "utf8");
    for (const { name, inputSchema } of expected.tools) {
      if (inputSchema !== undefined)
        found.push({ language: expected.language, file: expected.file, text, name, schema: inputSchema });
    }
  }
  return found;
}
