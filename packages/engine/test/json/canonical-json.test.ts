import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalJson } from "../../src/json/canonical-json.ts";
import type { Json } from "../../src/json/json.ts";

const TABLE: readonly (readonly [title: string, value: Json, text: string])[] = [
  ["literals", [null, true, false], "[null,true,false]"],
  [
    "numbers",
    [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 1e-27, -0, 1e21, 100],
    "[333333333.3333333,1e+30,4.5,0.002,1e-27,0,1e+21,100]",
  ],
  ["a text", '€$\u000f\nA\'B"\\\\"/', String.raw`"€$\u000f\nA'B\"\\\\\"/"`],
  [
    "keys in the order of their code units, not of their code points",
    { "\ufb33": 1, "😀": 2, é: 3, "1": 4, "\r": 5 },
    '{"\\r":5,"1":4,"é":3,"😀":2,"\ufb33":1}',
  ],
  ["keys that look like numbers", { 10: 1, 9: 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
  ["a key that is special to JavaScript", JSON.parse('{"b":1,"__proto__":{"a":2}}'), '{"__proto__":{"a":2},"b":1}'],
  ["nothing in something", { b: {}, a: [] }, '{"a":[],"b":{}}'],
];

for (const [title, value, text] of TABLE) test(title, () => assert.equal(canonicalJson(value), text));

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

test("the order of keys means nothing, and nothing is lost", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (given) => {
      const value: Json = JSON.parse(JSON.stringify(given));
      assert.equal(canonicalJson(reversed(value)), canonicalJson(value));
      assert.deepEqual(JSON.parse(canonicalJson(value)), value);
    }),
    { numRuns: 200 },
  );
});
