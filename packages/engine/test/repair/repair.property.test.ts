// Whatever the schema and the value: a valid value is never changed, a changed one is valid, and it ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { validate } from "@haft/contract/validation";
import fc from "fast-check";
import { isObject, type Json, type JsonObject } from "../../src/json/json.ts";
import { repairArguments } from "../../src/repair/repair-arguments.ts";

const SCALARS: readonly JsonObject[] = [
  { type: "integer" },
  { type: "number", minimum: 0 },
  { type: "boolean" },
  { type: "null" },
  { type: "string" },
  { type: "string", minLength: 2 },
  { enum: ["a", "a b", 1, null] },
  { const: "on" },
  { type: ["integer", "string"] },
  { type: ["boolean", "null"] },
  { $ref: "#/$defs/Node" },
];

const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...SCALARS),
    tie("schema").map((items): JsonObject => ({ type: "array", items })),
    fc
      .dictionary(fc.constantFrom("a", "b", "c"), tie("schema"), { maxKeys: 3 })
      .map((properties): JsonObject => ({ type: "object", properties, required: Object.keys(properties).slice(0, 1) })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((allOf): JsonObject => ({ allOf })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((oneOf): JsonObject => ({ oneOf })),
  ),
}));

const NODE: JsonObject = { type: "object", properties: { a: { $ref: "#/$defs/Node" }, b: { type: "integer" } } };
const root = schema.map((one): JsonObject => ({ ...one, $defs: { Node: NODE } }));

const text = fc.constantFrom(
  "3",
  "3.0",
  "true",
  "null",
  "a",
  " a ",
  "a  b",
  "on ",
  "{}",
  '{"a":"1"}',
  "[1]",
  '["2"]',
  "",
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom<Json>(null, true, 1, -2.5),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
  ),
}));

test("a value that the schema accepts is never changed, and one that was changed is accepted", () => {
  let changed = 0;
  fc.assert(
    fc.property(root, value, (schemaOfAll, given) => {
      const before = JSON.stringify(given);
      const repaired = repairArguments(schemaOfAll, given);
      assert.equal(JSON.stringify(given), before, "the value that was given is left as it is");
      const valid = validate(schemaOfAll, given).ok;
      if (valid || repaired.changes.length === 0) assert.equal(repaired.value, given);
      if (repaired.changes.length === 0) return;
      changed += 1;
      assert.ok(validate(schemaOfAll, repaired.value).ok);
      assert.deepEqual(repairArguments(schemaOfAll, repaired.value).changes, [], "what was repaired needs no repair");
    }),
    { numRuns: 2_000 },
  );
  assert.ok(changed > 20, `${changed} values were repaired: the histories must not all be of one kind`);
});

test("nothing is lost: what a change makes tells what it was made of", () => {
  fc.assert(
    fc.property(root, value, (schemaOfAll, given) => {
      for (const { from, to } of repairArguments(schemaOfAll, given).changes) assert.ok(sameWords(from, to));
    }),
    { numRuns: 2_000 },
  );
});

/** Whether two values say the same, however they are nested in texts and lists, white space left out. */
function sameWords(a: Json, b: Json): boolean {
  return JSON.stringify(words(a)) === JSON.stringify(words(b));
}

function words(given: Json): readonly string[] {
  if (typeof given === "string" && /^\s*[[{]/.test(given)) return words(JSON.parse(given));
  if (Array.isArray(given)) return given.flatMap(words);
  if (isObject(given)) return Object.entries(given).flatMap(([name, inner]) => [name, ...words(inner)]);
  return [String(given).trim().replace(/\s+/g, " ")];
}
