import assert from "node:assert/strict";
import { test } from "node:test";
import { paintFor } from "../../src/output/paint.ts";
import { cut, formatTable } from "../../src/output/table.ts";

test("columns are as wide as what stands in them, also where characters are wide", () => {
  const table = formatTable(
    ["run", "what"],
    [
      ["a", "x"],
      ["名前", "y"],
    ],
    paintFor({}, {}),
  );
  assert.equal(table, "run   what\na     x\n名前  y\n");
});

test("a row is cut to the terminal's width", () => {
  assert.equal(cut("abcdef", 4), "abc…");
  assert.equal(cut("名前名前", 5), "名前…");
  assert.equal(cut("abcdef", 6), "abcdef");
  assert.equal(cut("abcdef", undefined), "abcdef");
});
