import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "@haft/contract";
import type { Json } from "@haft/sdk/wire";
import { itemSchema, TextMisfit, takesList, textValue } from "../../src/prompt/text-value.ts";

const sizes = { type: ["array", "null"], items: { type: "integer" } };
const root: JsonSchema = { $defs: { Sizes: sizes, "Größe/n": sizes } };

const values: readonly [title: string, text: string, schema: JsonSchema, value: Json][] = [
  ["text stays text, also where it looks like a number", "3", { type: "string" }, "3"],
  ["a whole number", "-3", { type: "integer" }, -3],
  ["null where text may be null", "null", { type: ["string", "null"] }, null],
  ["one of several words", "b", { enum: ["a", "b"] }, "b"],
  ["one of several numbers", "2", { enum: [1, 2] }, 2],
  ["what a reference points to", "[4]", { $ref: "#/$defs/Sizes" }, [4]],
];

for (const [title, text, schema, value] of values) {
  test(`text becomes a value: ${title}`, () => assert.deepEqual(textValue(text, schema, root), value));
}

const misfits: readonly [text: string, schema: JsonSchema, message: RegExp][] = [
  ["two", { type: "integer" }, /"two".*whole number/],
  ["yes", { type: "boolean" }, /"yes".*true or false/],
  ["c", { enum: ["a", "b"] }, /"c".*"a", "b"/],
];

for (const [text, schema, message] of misfits) {
  test(`text that does not fit says what does: ${text} for ${JSON.stringify(schema)}`, () => {
    assert.throws(
      () => textValue(text, schema, root),
      (error) => error instanceof TextMisfit && message.test(error.message),
    );
  });
}

const lists: readonly [title: string, schema: JsonSchema, items: JsonSchema | undefined][] = [
  ["a list", { type: "array", items: { type: "string" } }, { type: "string" }],
  ["a list or nothing, by reference", { $ref: "#/$defs/Sizes" }, { type: "integer" }],
  [
    "a list under a name that a reference writes otherwise",
    { $ref: "#/$defs/Gr%C3%B6%C3%9Fe~1n" },
    { type: "integer" },
  ],
  ["a reference that leads nowhere", { $ref: "#/$defs/Nowhere" }, undefined],
  [
    "one of several things",
    { anyOf: [{ type: "null" }, { type: "array", items: { type: "number" } }] },
    { type: "number" },
  ],
  ["a list of anything", { type: "array" }, {}],
  ["text", { type: "string" }, undefined],
  ["a record", { type: "object" }, undefined],
];

for (const [title, schema, items] of lists) {
  test(`whether a flag may be given several times: ${title}`, () => {
    assert.equal(takesList(schema, root), items !== undefined);
    if (items) assert.deepEqual(itemSchema(schema, root), items);
  });
}
