import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "../../src/validation/index.ts";
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

test("a list of many items that differ fits uniqueItems, and one with two that are the same does not", () => {
  const items = Array.from({ length: 20_000 }, (_, at) => ({ at, of: [at] }));
  assert.deepEqual(validate({ type: "array", uniqueItems: true }, items), { ok: true });
  assert.equal(validate({ type: "array", uniqueItems: true }, [...items, { of: [7], at: 7 }]).ok, false);
  assert.deepEqual(validate({ type: "array", uniqueItems: false }, [1, 1]), { ok: true });
});
