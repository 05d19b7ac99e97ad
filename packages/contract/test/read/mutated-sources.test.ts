// Sources that are cut, doubled and mixed at random: every one is read or refused in words, with places inside the text.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import type { Language } from "../../src/descriptor/tool-descriptor.ts";
import { allCodes } from "../../src/diagnostics/explain.ts";
import { createReader } from "../../src/read/create-reader.ts";
import { validate } from "../../src/validation/index.ts";

const troubles: string[] = [];
const reader = createReader({ onTrouble: (stack) => troubles.push(stack) });
after(() => reader[Symbol.asyncDispose]());

const cases = join(import.meta.dirname, "../cases");

function sourcesOf(language: Language): string[] {
  const name = language === "python" ? "source.py" : "source.tools.ts";
  return readdirSync(cases, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(`/${name}`))
    .sort()
    .map((path) => readFileSync(join(cases, path), "utf8"));
}

const INSERTED = [
  "",
  " ",
  "\n",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ":",
  ",",
  '"',
  '"""',
  "'",
  "/**",
  "*/",
  "@",
  "@param ",
  "|",
  "= None",
  "= null",
  "...",
  "*",
  "\\",
  "\t",
  "é",
  "😀",
  "async ",
  "class A:\n",
  "type T = T[];\n",
  "Use when ",
  "Args:\n",
  "<T>",
  "keyof ",
  "infer ",
];

/** Up to four changes, each to a place given as a share of the text. */
const arbitraryChanges = fc.array(
  fc.record({
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 30 }),
    inserted: fc.constantFrom(...INSERTED),
    doubled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

function changed(
  source: string,
  changes: readonly { from: number; length: number; inserted: string; doubled: boolean }[],
): string {
  let text = source;
  for (const { from, length, inserted, doubled } of changes) {
    const at = Math.floor(from * text.length);
    const piece = text.slice(at, at + length);
    text = text.slice(0, at) + (doubled ? piece + piece : "") + inserted + text.slice(at + length);
  }
  return text;
}

async function assertRead(language: Language, text: string, strict: boolean): Promise<void> {
  const file = language === "python" ? "a.py" : "a.tools.ts";
  const { tools, diagnostics, plans } = await reader.read({ language, file, text, strict });
  assert.deepEqual(troubles.splice(0), []);
  const lines = text.split(/\r\n|\r|\n/);
  for (const one of diagnostics) {
    assert.ok(allCodes().includes(one.code), one.code);
    assert.ok(one.message !== "" && !/undefined|\[object/.test(one.message), one.message);
    assert.ok(one.line >= 1 && one.line <= lines.length, `${one.code} in line ${one.line} of ${lines.length}`);
    assert.ok(
      one.column >= 1 && one.column <= (lines[one.line - 1] ?? "").length + 1,
      `${one.code} in column ${one.column}: ${lines[one.line - 1]}`,
    );
    assert.ok(one.endLine > one.line || (one.endLine === one.line && one.endColumn >= one.column), JSON.stringify(one));
  }
  if (diagnostics.some(({ severity }) => severity === "error")) assert.deepEqual(tools, []);
  assert.deepEqual(
    plans.map(({ tool }) => tool),
    tools.map(({ name }) => name),
  );
  for (const tool of tools)
    for (const example of tool.examples) assert.deepEqual(validate(tool.inputSchema, example), { ok: true });
}

describe("mutated sources", () => {
  for (const language of ["python", "typescript"] as const) {
    it(`in ${language} are read or refused in words`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...sourcesOf(language)),
          arbitraryChanges,
          fc.boolean(),
          (source, changes, strict) => assertRead(language, changed(source, changes), strict),
        ),
        { numRuns: 250 },
      );
    });

    it(`of random text in ${language} are read or refused in words`, async () => {
      const text = fc.oneof(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.array(fc.constantFrom(...INSERTED), { maxLength: 30 }).map((pieces) => pieces.join("")),
      );
      await fc.assert(
        fc.asyncProperty(text, (source) => assertRead(language, source, true)),
        { numRuns: 100 },
      );
    });
  }
});
