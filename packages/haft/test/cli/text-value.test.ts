import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonSchema } from "@haft/contract";
import type { Json } from "@haft/sdk/wire";
import { TextMisfit, textValue } from "../../src/cli/text-value.ts";

const values: readonly [title: string, text: string, schema: JsonSchema, value: Json][] = [
  ["text stays text, also where it looks like a number", "3", { type: "string" }, "3"],
  ["text that is null stays text where text may be null", "null", { type: ["string", "null"] }, "null"],
  ["a whole number", "-3", { type: "integer" }, -3],
  ["a number with blanks around it", " 2.5 ", { type: "number" }, 2.5],
  ["truth", "true", { type: "boolean" }, true],
  ["null where a number may be null", "null", { type: ["integer", "null"] }, null],
  ["a list", "[1, 2]", { type: "array", items: { type: "integer" } }, [1, 2]],
  ["a record", '{"a": 1}', { type: "object" }, { a: 1 }],
  ["one of several words", "b", { enum: ["a", "b"] }, "b"],
  ["one of several numbers", "2", { enum: [1, 2] }, 2],
  ["the word null among choices", "null", { enum: ["a", null] }, null],
  ["a constant", "x", { const: "x" }, "x"],
  ["the alternative that fits", "7", { anyOf: [{ type: "array" }, { type: "integer" }] }, 7],
  ["anything: JSON where it is JSON", "[1]", {}, [1]],
  ["anything: text where it is not", "hello", {}, "hello"],
  ["what a reference points to", "4", { $ref: "#/$defs/Size" }, 4],
];
const root: JsonSchema = { $defs: { Size: { type: "integer" } } };

for (const [title, text, schema, value] of values) {
  test(`text becomes a value: ${title}`, () => assert.deepEqual(textValue(text, schema, root), value));
}

const misfits: readonly [text: string, schema: JsonSchema, message: RegExp][] = [
  ["two", { type: "integer" }, /takes a whole number, and got "two"/],
  ["2.5", { type: "integer" }, /takes a whole number/],
  ["yes", { type: "boolean" }, /takes true or false/],
  ["c", { enum: ["a", "b"] }, /takes one of a, b, and got "c"/],
  ["a, b", { type: "array" }, /takes a JSON list/],
  ["x", { anyOf: [{ type: "integer" }, { type: "boolean" }] }, /takes a whole number, or true or false/],
  ["12345678901234567890", { type: "integer" }, /takes a whole number/],
];

for (const [text, schema, message] of misfits) {
  test(`text that does not fit says what does: ${text} for ${JSON.stringify(schema)}`, () => {
    assert.throws(
      () => textValue(text, schema, root),
      (error) => error instanceof TextMisfit && message.test(error.message),
    );
  });
}
