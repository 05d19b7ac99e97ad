// A schema whose parts refer to each other cannot keep whoever holds a value against it busy: a tool's author writes the one
// and a model the other.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@haft/sdk/wire";
import { validate } from "../../src/validation/index.ts";
import { mayMultiply } from "../../src/validation/multiplying.ts";
import { answered } from "./answered.ts";

/** Whoever waits for an answer that never comes stops then. */
const timeout = 60_000;

function nested(depth: number): Json {
  let value: Json = "no";
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** Each definition asks for the next one twice. */
function chain(length: number): Record<string, object> {
  const ends = { [`d${length}`]: { type: "integer" } };
  const links = Array.from({ length }, (_, at) => {
    const next = { $ref: `#/$defs/d${at + 1}` };
    return [`d${at}`, { anyOf: [next, next] }] as const;
  });
  return { ...Object.fromEntries(links), ...ends };
}

const ITEM = { $ref: "#/$defs/n" };
const LIST = { type: "array", items: ITEM };

const DOUBLING = [
  ["a choice of two equal lists", { ...ITEM, $defs: { n: { anyOf: [LIST, LIST, { type: "integer" }] } } }, nested(200)],
  ["all of two equal lists", { ...ITEM, $defs: { n: { allOf: [{ items: ITEM }, { items: ITEM }] } } }, nested(200)],
  ["items, and one of them", { ...ITEM, $defs: { n: { items: ITEM, contains: ITEM } } }, nested(200)],
  ["definitions that ask for the next one twice", { $ref: "#/$defs/d0", $defs: chain(100) }, "no"],
  [
    "itself, twice",
    { type: ["array", "integer"], oneOf: [{ items: { $ref: "#" } }, { items: { $ref: "#" } }] },
    nested(200),
  ],
] as const;

describe("schemas that double with each level", () => {
  for (const [name, schema, value] of DOUBLING)
    it(`${name} is answered`, { timeout }, async ({ signal }) => {
      const result = await answered(schema, value, signal);
      assert.equal(typeof result.ok, "boolean");
    });

  it("a value that took too long does not fit, and says why", { timeout }, async ({ signal }) => {
    const [, schema, value] = DOUBLING[3];
    const result = await answered(schema, value, signal);
    assert.deepEqual(result, {
      ok: false,
      issues: [
        {
          path: "",
          message: "the value takes too long to hold against its schema, whose choices refer to each other",
        },
      ],
    });
  });

  it("what refers to itself fits as before where that is done at once", () => {
    const tree = { ...ITEM, $defs: { n: { anyOf: [LIST, { type: "integer" }] } } };
    assert.deepEqual(validate(tree, [1, [2, [3]]]), { ok: true });
    assert.equal(validate(tree, [1, ["2"]]).ok, false);
  });
});

describe("a schema may multiply", () => {
  const ROWS: readonly (readonly [string, object, boolean])[] = [
    ["never without a reference", { anyOf: [{ type: "string" }, { anyOf: [{}, {}] }] }, false],
    ["not with one of each", { properties: { a: { $ref: "#/$defs/a" }, b: { $ref: "#/$defs/b" } } }, false],
    ["with two of one", { properties: { a: { $ref: "#/$defs/a" }, b: { $ref: "#/$defs/a" } } }, true],
    [
      "with one that is written otherwise",
      { properties: { a: { $ref: "#/$defs/a" }, b: { $ref: "#/%24defs/a" } } },
      true,
    ],
    ["with one to the whole", { items: { $ref: "#" } }, true],
    ["with one that means something else in each place", { items: { $dynamicRef: "#/$defs/a" } }, true],
  ];
  for (const [when, schema, expected] of ROWS)
    it(when, () => {
      assert.equal(mayMultiply({ ...schema }), expected);
    });
});
