import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json } from "../../src/index.ts";
import { fingerprint } from "../../src/state/fingerprint.ts";

test("equal values have one fingerprint, whatever the order of their keys", () => {
  assert.equal(fingerprint({ a: 1, b: [{ c: 2, d: 3 }] }), fingerprint({ b: [{ d: 3, c: 2 }], a: 1 }));
  assert.match(fingerprint(null), /^[0-9a-f]{32}$/);
});

test("values that differ a little have different ones", () => {
  const values: Json[] = [
    ...Array.from({ length: 20_000 }, (_, index) => ({ n: index })),
    ...Array.from({ length: 300 }, (_, index) => "a".repeat(index)),
    [],
    [[]],
    {},
    "1",
    1,
    [1, 2],
    [2, 1],
    ["1,2"],
  ];
  assert.equal(new Set(values.map(fingerprint)).size, values.length);
  // Each of the four parts spreads on its own.
  for (const part of [0, 8, 16, 24]) {
    assert.ok(new Set(values.map((value) => fingerprint(value).slice(part, part + 8))).size > values.length - 5);
  }
});

test("any JSON value has one, always the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json: Json = JSON.parse(JSON.stringify(value));
      assert.equal(fingerprint(json), fingerprint(structuredClone(json)));
    }),
  );
});
