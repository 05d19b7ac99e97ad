import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { markLine } from "../../src/output/marked-line.ts";
import { displayWidth } from "../../src/output/width.ts";

const span = (column: number, endColumn: number, endLine = 1) => ({ line: 1, column, endLine, endColumn });

const cases: readonly [title: string, source: string, range: ReturnType<typeof span>, text: string, mark: string][] = [
  ["plain text", "abc def", span(5, 8), "abc def", "    ^^^"],
  ["a tab before the mark", "\tabc", span(2, 5), "    abc", "    ^^^"],
  ["wide characters before the mark", "名前 = 1", span(6, 7), "名前 = 1", "       ^"],
  ["wide characters in the mark", "x 名前", span(3, 5), "x 名前", "  ^^^^"],
  ["an emoji of several code points", "👩‍💻 x", span(7, 8), "👩‍💻 x", "   ^"],
  ["a combining mark", "e\u0301x", span(3, 4), "e\u0301x", " ^"],
  ["an empty range", "abc", span(2, 2), "abc", " ^"],
  ["a range beyond the end", "abc", span(9, 12), "abc", "   ^"],
  ["a range over several lines is marked to the end of its first", "abc  \ndef", span(2, 3, 2), "abc  ", " ^^"],
];

for (const [title, source, range, text, mark] of cases) {
  test(`carets stand under what is meant: ${title}`, () => {
    assert.deepEqual(markLine(source, range), { number: "1", text, mark });
  });
}

test("a long line is cut around the mark", () => {
  const marked = markLine(`${"a".repeat(300)}HERE${"b".repeat(300)}`, span(301, 305));
  assert.ok(marked);
  assert.ok(displayWidth(marked.text) <= 102, marked.text);
  const at = marked.mark.indexOf("^");
  assert.equal(marked.text.slice(at, at + 4), "HERE");
  assert.ok(marked.text.startsWith("…") && marked.text.endsWith("…"));
});

test("a line that does not exist has no mark", () => {
  assert.equal(markLine("one", { line: 2, column: 1, endLine: 2, endColumn: 2 }), null);
});

test("any range in any text is marked without fault", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.nat(400), fc.nat(400), (source, from, length) => {
      const marked = markLine(source, { line: 1, column: from + 1, endLine: 1, endColumn: from + 1 + length });
      assert.ok(marked !== null && /^ *\^+$/.test(marked.mark));
    }),
  );
});
