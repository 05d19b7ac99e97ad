import assert from "node:assert/strict";
import { test } from "node:test";
import { hasTwins } from "../../src/validation/twins.ts";

const ROWS: readonly (readonly [readonly unknown[], boolean])[] = [
  [[], false],
  [[1, "1", true, null, [1], { a: 1 }], false],
  [[1, 2, 1], true],
  [["a", "b", "a"], true],
  [
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    true,
  ],
  [[{ a: 1 }, { a: "1" }], false],
  [[{ a: [{ x: 1, y: 2 }] }, { a: [{ y: 2, x: 1 }] }], true],
  [
    [
      [1, 2],
      [2, 1],
    ],
    false,
  ],
  [[{}, []], false],
  [[null, "null"], false],
  [[0, -0], true],
  [[JSON.parse('{"__proto__":1}'), {}], false],
  [[JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":1}')], true],
];

for (const [values, expected] of ROWS) {
  test(`${JSON.stringify(values)} has ${expected ? "" : "no "}twins`, () => {
    assert.equal(hasTwins(values), expected);
  });
}
