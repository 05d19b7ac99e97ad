import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "@haft/sdk/wire";
import { changesOf, formatChange } from "../../src/output/changes.ts";

const rows: readonly [title: string, before: Json, after: Json, lines: readonly string[]][] = [
  ["equal values", { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ["a value of another type", { days: "3" }, { days: 3 }, ['days: "3" → 3']],
  ["a place deep inside", { a: { b: [1, 2] } }, { a: { b: [1, 3] } }, ["a.b[1]: 2 → 3"]],
  ["a name that is new, and one that is gone", { a: 1 }, { b: 2 }, ["a: 1 → nothing", "b: nothing → 2"]],
  ["a longer list", [1], [1, 2], ["[1]: nothing → 2"]],
  ["null where something was", { a: 1 }, { a: null }, ["a: 1 → null"]],
  ["a list for an object", { a: 1 }, [1], ['all of it: {"a":1} → [1]']],
  ["other names in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, []],
];

for (const [title, before, after, lines] of rows) {
  test(`what differs: ${title}`, () => {
    assert.deepEqual(changesOf(before, after).map(formatChange), lines);
  });
}
