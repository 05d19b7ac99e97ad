// Random texts and broken sources are read without a throw, and nothing that is found lies outside the text.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { describeModule } from "../../src/checks/describe-module.ts";
import { readSource } from "./reading.ts";

const cases = join(import.meta.dirname, "..", "cases");
const sources = readdirSync(cases, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".tools.ts"))
  .map((file) => readFileSync(join(cases, file), "utf8"));

const lines = sources.flatMap((source) => source.split("\n"));

/** Reads a text to the end, and holds every place against the text. */
function check(text: string): void {
  const model = readSource(text);
  const { diagnostics } = describeModule(model, { language: "typescript", file: "source.tools.ts" });
  const rows = text.split(/\r\n|[\n\r\u2028\u2029]/);
  for (const { line, column, endLine, endColumn, code, message } of diagnostics) {
    assert.match(code, /^HAFT\d{3}$/);
    assert.ok(message.length > 0);
    assert.ok(line >= 1 && line <= rows.length, `line ${line} of ${rows.length}`);
    assert.ok(column >= 1 && column <= (rows[line - 1]?.length ?? 0) + 1, `column ${column} of line ${line}`);
    assert.ok(endLine > line || (endLine === line && endColumn >= column));
  }
}

const runs = { numRuns: 150 };

describe("random texts", () => {
  it("are read without a throw", () => {
    fc.assert(fc.property(fc.string({ maxLength: 400, unit: "binary" }), check), runs);
  });

  it("in doc comments are read without a throw", () => {
    const word = fc.constantFrom(
      "@param",
      "@param a",
      "@example",
      "@remarks",
      "@minimum",
      "@default",
      "{",
      "}",
      "[a",
      "]",
      "```",
      "Use when",
      "- ",
      "*",
      "\n",
      "\n *  ",
      " ",
      "'",
      '"',
      "a",
      "1",
      "@",
      "<caption>",
    );
    const comment = fc.array(word, { maxLength: 40 }).map((words) => `/**${words.join(" ")} */`);
    fc.assert(
      fc.property(comment, comment, (first, second) =>
        check(`${first}\nexport function f(${second} a: { ${second} b: number }) {}`),
      ),
      runs,
    );
  });
});

describe("broken sources", () => {
  const source = fc.constantFrom(...sources);

  it("with lines taken out or put elsewhere are read without a throw", () => {
    const edits = fc.array(fc.tuple(fc.nat(200), fc.constantFrom(...lines, "")), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(source, edits, (text, changes) => {
        const rows = text.split("\n");
        for (const [at, line] of changes) rows[at % rows.length] = line;
        check(rows.join("\n"));
      }),
      runs,
    );
  });

  it("with characters changed are read without a throw", () => {
    const edits = fc.array(
      fc.tuple(fc.nat(5_000), fc.constantFrom(..."{}()[]<>|&?:;,.`'\"@*/=\\ \n\u0000\ud800é".split(""))),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(source, edits, (text, changes) => {
        const units = text.split("");
        for (const [at, unit] of changes) units[at % units.length] = unit;
        check(units.join(""));
      }),
      runs,
    );
  });

  it("that are cut short are read without a throw", () => {
    fc.assert(
      fc.property(source, fc.nat(5_000), (text, length) => check(text.slice(0, length % text.length))),
      runs,
    );
  });
});

describe("reading again", () => {
  it("gives the same as reading anew", () => {
    for (const text of sources) {
      const first = JSON.stringify(describeModule(readSource(text), { language: "typescript", file: "a.tools.ts" }));
      readSource(`${text}\nexport const more = 1;`);
      const again = JSON.stringify(describeModule(readSource(text), { language: "typescript", file: "a.tools.ts" }));
      assert.equal(again, first);
    }
  });
});
