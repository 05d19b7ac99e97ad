// Schemas that are taken for valid at a glance: none of them may be refused by the schema of schemas.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { BadSchema, compiledCheck } from "../../src/validation/compile.ts";
import { isPlainSchema } from "../../src/validation/plain-schema.ts";

const ofTools = {
  type: "object",
  properties: {
    name: { type: "string", description: "Whom to greet.", minLength: 1, maxLength: 80 },
    times: { type: "integer", minimum: 1, exclusiveMaximum: 10, default: 1 },
    tone: { enum: ["warm", "cool"] },
    day: { type: "string", format: "date" },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true, minItems: 0, maxItems: 3 },
    either: { anyOf: [{ type: "null" }, { type: "object", additionalProperties: { type: "number" } }] },
  },
  required: ["name"],
  additionalProperties: false,
};

test("a tool's schema is plain", () => {
  assert.equal(isPlainSchema(ofTools), true);
  assert.equal(isPlainSchema({}), true);
});

/** One level deeper than `levels` of lists. */
const nested = (levels: number): object => (levels === 0 ? {} : { type: "array", items: nested(levels - 1) });

const NOT_PLAIN: Readonly<Record<string, object>> = {
  "a type that is none": { type: "text" },
  "several types": { type: ["string", "null"] },
  "a count below zero": { minLength: -1 },
  "a count with a fraction": { maxItems: 1.5 },
  "a number as text": { minimum: "1" },
  "a name that is required twice": { required: ["a", "a"] },
  "properties that are a list": { properties: [] },
  "a property that is text": { properties: { a: "string" } },
  "items that are a list": { items: [{ type: "string" }] },
  "no alternative": { anyOf: [] },
  "a fault in an alternative": { oneOf: [{}, { type: 1 }] },
  "an expression": { pattern: "^a" },
  "a reference": { $ref: "#/$defs/a", $defs: { a: {} } },
  "an identifier": { $id: "https://example.com/a" },
  "a schema of schemas": { $schema: "https://json-schema.org/draft/2020-12/schema" },
  "a keyword of another tool": { "x-order": 1 },
  "a keyword that objects have by nature": { constructor: {} },
  "many levels": nested(60),
};

for (const [what, schema] of Object.entries(NOT_PLAIN)) {
  test(`${what} is left to Ajv`, () => assert.equal(isPlainSchema({ ...schema }), false));
}

test("a schema that is none is refused, also after one that was plain", () => {
  compiledCheck({ ...ofTools, title: "first" });
  assert.throws(() => compiledCheck({ type: "object", properties: { a: { required: ["x", "x"] } } }), BadSchema);
});

const value = fc.oneof(
  { maxDepth: 2 },
  fc.constantFrom<unknown>("string", "object", "date", "x", "", -1, 0, 3, 1.5, true, false, null),
  fc.constantFrom<unknown>([], [1], ["a"], ["a", "a"], ["string", "null"], {}, { a: {} }, { a: 1 }),
);
const keyword = fc.constantFrom(
  ...["type", "title", "description", "format", "default", "const", "enum", "examples", "minimum", "maximum"],
  ...["exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"],
  ...["required", "properties", "items", "additionalProperties", "anyOf", "oneOf", "allOf", "pattern", "x"],
);
const { schema } = fc.letrec<{ schema: Record<string, unknown>; child: unknown }>((tie) => ({
  child: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    value,
    tie("schema"),
    fc.array(tie("schema"), { maxLength: 2 }),
  ),
  schema: fc.dictionary(keyword, tie("child"), { maxKeys: 3 }),
}));

test("what is plain, the schema of schemas accepts", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  let plain = 0;
  fc.assert(
    fc.property(schema, (each) => {
      if (!isPlainSchema(each)) return;
      plain += 1;
      assert.equal(ajv.validateSchema(each), true, JSON.stringify(each));
    }),
    { numRuns: 2_000 },
  );
  assert.ok(plain > 50, `${plain} were plain`);
});
