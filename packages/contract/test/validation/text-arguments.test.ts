// Text on a command line becomes the value that the schema asks for.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@haft/sdk/wire";
import fc from "fast-check";
import { printArguments } from "../../src/schema/print-schema.ts";
import { textArguments, textToValue, validate } from "../../src/validation/index.ts";
import { arbitraryType } from "./arbitrary-types.ts";

const TABLE: readonly (readonly [schema: object, text: string, value: Json])[] = [
  [{ type: "string" }, "5", "5"],
  [{ type: "string" }, "null", "null"],
  [{ type: "string" }, " spaces ", " spaces "],
  [{ type: "string" }, "", ""],
  [{ type: "integer" }, "5", 5],
  [{ type: "integer" }, "-5", -5],
  [{ type: "integer" }, "+5", 5],
  [{ type: "integer" }, "5.0", 5],
  [{ type: "number" }, ".5", 0.5],
  [{ type: "number" }, "1e3", 1000],
  [{ type: "boolean" }, "true", true],
  [{ type: "boolean" }, "False", false],
  [{ type: ["integer", "string"] }, "5", 5],
  [{ type: ["integer", "string"] }, "five", "five"],
  [{ type: ["string", "null"] }, "null", null],
  [{ type: ["string", "null"], enum: ["a", null] }, "a", "a"],
  [{ type: "integer", enum: [1, 2] }, "2", 2],
  [{ type: "string", const: "7" }, "7", "7"],
  [{ const: 7 }, "7", 7],
  [{ type: "array", items: { type: "string" } }, '["a", "b"]', ["a", "b"]],
  [{ type: "object" }, '{"a": 1}', { a: 1 }],
  [{ anyOf: [{ type: "array", items: { type: "string" } }, { type: ["string", "null"] }] }, "a", "a"],
  [{ anyOf: [{ type: "array", items: { type: "string" } }, { type: ["string", "null"] }] }, '["a"]', ["a"]],
  [{ anyOf: [{ type: "array", items: { type: "integer" } }, { type: "string" }] }, '["a"]', '["a"]'],
  [{ $ref: "#/$defs/Node" }, '{"name": "a"}', { name: "a" }],
  [{}, "5", 5],
  [{}, "five", "five"],
];
const ROOT = { $defs: { Node: { type: "object", properties: { name: { type: "string" } } } } };

const REFUSED: readonly (readonly [schema: object, text: string, message: RegExp])[] = [
  [{ type: "integer" }, "five", /^is "five"; expected a whole number$/],
  [{ type: "integer" }, "1.5", /^is 1\.5; expected a whole number$/],
  [{ type: "integer", maximum: 3 }, "4", /^is 4; expected a whole number, at most 3$/],
  [{ type: "integer" }, "9007199254740993", /^is "9007199254740993"; expected a whole number$/],
  [{ type: "boolean" }, "yes", /^is "yes"; expected true or false$/],
  [{ type: "string", enum: ["low", "high"] }, "mid", /^is the text "mid"; expected one of "low", "high"$/],
  [{ type: "array", items: { type: "string" } }, "a", /write it as JSON, for example \["a"\]/],
  [{ type: "object" }, "{a: 1}", /as JSON it has a fault in column 2: expected a name in double quotes/],
  [{ type: "array", items: { type: "string" } }, "[1]", /^does not fit: `\[0\]` is 1; expected text$/],
];

describe("text as a value", () => {
  for (const [schema, text, value] of TABLE)
    it(`${JSON.stringify(text)} for ${JSON.stringify(schema)} is ${JSON.stringify(value)}`, () => {
      assert.deepEqual(textToValue(text, { ...schema }, ROOT), { ok: true, value });
    });

  for (const [schema, text, message] of REFUSED)
    it(`${JSON.stringify(text)} for ${JSON.stringify(schema)} is refused`, () => {
      const turned = textToValue(text, { ...schema }, ROOT);
      assert.ok(!turned.ok);
      assert.match(turned.message, message);
    });

  it("gives only what fits, whatever the type and the text", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom("1", "true", "null", "a", "abc", "[]", "{}", "2026-01-31"),
    );
    fc.assert(
      fc.property(arbitraryType, texts, (type, text) => {
        const schema = printArguments([{ name: "a", type, required: true }], "typescript").schema;
        const turned = textArguments({ a: text }, schema);
        if (turned.ok) assert.deepEqual(validate(schema, turned.arguments), { ok: true });
        else assert.match(turned.issues[0]?.message ?? "", /^the argument `a` /);
      }),
      { numRuns: 300 },
    );
  });
});

describe("texts as arguments", () => {
  const schema = {
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "string" } },
    additionalProperties: false,
  };

  it("are turned one by one", () => {
    assert.deepEqual(textArguments({ a: "1", b: "1" }, schema), { ok: true, arguments: { a: 1, b: "1" } });
  });

  it("are all told of at once", () => {
    assert.deepEqual(textArguments({ a: "x", c: "y" }, schema), {
      ok: false,
      issues: [
        { path: "a", message: 'the argument `a` is "x"; expected a whole number' },
        { path: "c", message: "there is no argument `c`; there are `a`, `b`" },
      ],
    });
  });
});
