// A tool's author writes the schema and a model the value: neither can hold up the process that repairs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkValue, type Steps } from "@haft/contract/validation";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { repairArguments } from "../../src/repair/repair-arguments.ts";

/** JSON in JSON in JSON. */
function nested(times: number): string {
  let text = '{"a":"x"}';
  for (let level = 0; level < times; level += 1) text = JSON.stringify({ a: text });
  return text;
}

function deepList(levels: number, inside: Json): Json {
  let value = inside;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const ENDLESS: JsonObject = { anyOf: [{ $ref: "#" }, { $ref: "#" }] };
const DOUBLING: JsonObject = {
  type: "object",
  properties: { a: { $ref: "#/$defs/L" } },
  $defs: {
    L: {
      anyOf: [{ type: "integer" }, { type: "array", items: { anyOf: [{ $ref: "#/$defs/L" }, { $ref: "#/$defs/L" }] } }],
    },
  },
};
const SELF: JsonObject = {
  type: "object",
  properties: { a: { anyOf: [{ $ref: "#" }, { type: "integer" }, { $ref: "#" }] } },
};

const HOSTILE: readonly [string, JsonObject, Json][] = [
  ["a schema that refers to itself without end", ENDLESS, { a: 1 }],
  ["choices that double with each level", DOUBLING, { a: deepList(60, "x") }],
  ["JSON in JSON in JSON", SELF, nested(12)],
  ["a reference that leads nowhere", { $ref: "#/nowhere", type: "object" }, "[1]"],
  [
    "a list of many that do not fit",
    { type: "array", items: { anyOf: Array.from({ length: 50 }, () => ({ type: "null" })) } },
    Array.from({ length: 20_000 }, () => "x"),
  ],
  ["a reference with a broken escape", { type: "object", properties: { a: { $ref: "#/%zz" } } }, { a: 1 }],
];

const SLOW: JsonObject = { type: "string", pattern: "^(a+)+$" };

// Without the limit each of some hundred matches would take its own 100 ms.
test("patterns that are never done share one limit for all of a repair", { timeout: 20_000 }, () => {
  const schema: JsonObject = { type: "array", items: { anyOf: Array.from({ length: 5 }, () => SLOW) } };
  const value = Array.from({ length: 20 }, (_, index) => `${"a".repeat(40 + index)}!`);
  assert.deepEqual(repairArguments({ type: "object", properties: { a: schema } }, { a: value }).changes, []);
});

for (const [what, schema, value] of HOSTILE) {
  test(`${what} changes nothing, and ends`, () => {
    assert.deepEqual(repairArguments(schema, value).changes, []);
  });
}

test("a check looks at no more places than it is given", () => {
  const steps: Steps = { left: 1_000 };
  const misfits = checkValue(DOUBLING, { a: deepList(60, "x") }, DOUBLING, steps);
  assert.ok(misfits.length > 0);
  assert.ok(steps.left < 0);
});

test("a long list of texts that differ from a long list of values by white space is given up", () => {
  const values = Array.from({ length: 5_000 }, (_, at) => `value ${at}`);
  const schema = { type: "array", items: { enum: values } };
  const few = values.slice(0, 100).map((value) => ` ${value}`);
  assert.equal(repairArguments(schema, few).changes.length, 100);
  const many = Array.from({ length: 20_000 }, (_, at) => ` value ${at % 5_000}`);
  assert.deepEqual(repairArguments(schema, many), { value: many, changes: [] });
});
