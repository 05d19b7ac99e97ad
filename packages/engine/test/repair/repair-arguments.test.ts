// What is repaired, what is not, and what the log is told of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { repairArguments } from "../../src/repair/repair-arguments.ts";

const POINT: JsonObject = {
  type: "object",
  properties: { x: { type: "integer" }, y: { type: "number" } },
  required: ["x"],
  additionalProperties: false,
};

/** The schema of one argument, `a`. */
function one(schema: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties: { a: schema }, required: ["a"], additionalProperties: false, ...more };
}

const REPAIRED: readonly [string, JsonObject, Json, Json][] = [
  ["an object written as JSON", POINT, '{"x":1}', { x: 1 }],
  ["JSON in JSON", POINT, '{"x":"1"}', { x: 1 }],
  ["an integer", { type: "integer" }, "3", 3],
  ["a negative number", { type: "number" }, "-2.5", -2.5],
  ["a boolean", { type: "boolean" }, "false", false],
  ["null beside a number", { type: ["integer", "null"] }, "null", null],
  ["a list written as JSON", { type: "array", items: { type: "string" } }, '["a", "b"]', ["a", "b"]],
  ["one value for a list", { type: "array", items: { type: "string" } }, "a", ["a"]],
  ["one number in a text for a list", { type: "array", items: { type: "integer" } }, "7", [7]],
  ["one object for a list", { type: "array", items: POINT }, { x: "1" }, [{ x: 1 }]],
  ["a text in brackets that is no JSON, for a list", { type: "array", items: { type: "string" } }, "[a", ["[a"]],
  ["white space around an enum", { enum: ["red", "dark red"] }, " red\n", "red"],
  ["white space inside an enum", { enum: ["red", "dark red"] }, "dark  red", "dark red"],
  ["white space around a constant", { const: "yes" }, "yes ", "yes"],
  ["a number of an enum", { enum: [1, 2] }, "2", 2],
  ["what a reference asks for", { $ref: "#/$defs/Point" }, '{"x":1}', { x: 1 }],
  ["a nullable by anyOf", { anyOf: [{ type: "integer" }, { type: "null" }] }, "12", 12],
  [
    "the member of a choice that fits",
    { anyOf: [{ type: "array", items: { type: "integer" } }, { type: "integer" }] },
    "3",
    3,
  ],
  ["what oneOf asks for", { oneOf: [POINT, { type: "boolean" }] }, { x: "4" }, { x: 4 }],
  [
    "a record told apart by its tag",
    {
      anyOf: [
        { type: "object", properties: { kind: { const: "a" }, n: { type: "string" } }, required: ["kind", "n"] },
        { type: "object", properties: { kind: { const: "b" }, n: { type: "integer" } }, required: ["kind", "n"] },
      ],
    },
    { kind: "b", n: "5" },
    { kind: "b", n: 5 },
  ],
  ["what all of several ask for", { allOf: [{ type: "object" }, POINT] }, '{"x":"1"}', { x: 1 }],
  ["values of a map", { type: "object", additionalProperties: { type: "integer" } }, { a: "1", b: 2 }, { a: 1, b: 2 }],
  [
    "places of a tuple",
    { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }] },
    ["1", "2"],
    [1, "2"],
  ],
  [
    "a list of lists",
    { type: "array", items: { type: "array", items: { type: "integer" } } },
    ["[1]", "2"],
    [[1], [2]],
  ],
];

for (const [what, schema, given, wanted] of REPAIRED) {
  test(`${what} is repaired`, () => {
    const whole = one(schema, { $defs: { Point: POINT } });
    assert.deepEqual(repairArguments(whole, { a: given }).value, { a: wanted });
  });
}

const LEFT: readonly [string, JsonObject, Json][] = [
  ["a number that prints otherwise", { type: "number" }, "3.0"],
  ["a number with leading zeros", { type: "integer" }, "007"],
  ["a number beyond what a double holds", { type: "integer" }, "9007199254740993"],
  ["a minus zero", { type: "number" }, "-0"],
  ["white space around a number", { type: "integer" }, " 3"],
  ["an empty text", { type: "integer" }, ""],
  ["not a number", { type: "number" }, "NaN"],
  ["another language's truth", { type: "boolean" }, "True"],
  ["a word for yes", { type: "boolean" }, "yes"],
  ["a number for a truth", { type: "boolean" }, 1],
  ["a number for a text", { type: "string" }, 1],
  ["null for a text", { type: "string" }, null],
  ["an object with a key twice", POINT, '{"x":1,"x":2}'],
  ["an object that lacks something", POINT, '{"y":1}'],
  ["a list that is too short once it is one", { type: "array", items: { type: "string" }, minItems: 2 }, "a"],
  ["a list of one for its one value", { type: "integer" }, [1]],
  ["an enum in other letters", { enum: ["red"] }, "Red"],
  ["white space that two values of an enum share", { enum: ["a b", "a  b"] }, " a b "],
  ["a text that its pattern refuses", { type: "string", pattern: "^a$" }, " a"],
  ["whatever stands where nothing may", { type: "object", additionalProperties: false }, { b: "1" }],
];

for (const [what, schema, given] of LEFT) {
  test(`${what} is left alone`, () => {
    const value = { a: given };
    assert.deepEqual(repairArguments(one(schema), value), { value, changes: [] });
  });
}

const ACCEPTED: readonly [string, JsonObject, Json][] = [
  ["digits in a text", { type: "string" }, "3"],
  ["JSON in a text", { type: ["string", "object"] }, '{"x":1}'],
  ["a text where texts and numbers may stand", { anyOf: [{ type: "integer" }, { type: "string" }] }, "3"],
  ["white space that is part of an enum's value", { enum: [" red ", "red"] }, " red "],
  ["anything where nothing is said", {}, "[1]"],
];

for (const [what, schema, given] of ACCEPTED) {
  test(`${what} is not touched where something beside it is repaired`, () => {
    const whole = one(schema);
    const withOther = { ...whole, properties: { a: schema, b: { type: "integer" } } };
    const { value, changes } = repairArguments(withOther, { a: given, b: "1" });
    assert.deepEqual(value, { a: given, b: 1 });
    assert.deepEqual(changes, [{ path: "b", from: "1", to: 1 }]);
  });
}

test("all arguments in one text are repaired, and the change is told of the whole", () => {
  const { value, changes } = repairArguments(POINT, '{"x": "1"}');
  assert.deepEqual(value, { x: 1 });
  assert.deepEqual(changes, [{ path: "", from: '{"x": "1"}', to: { x: 1 } }]);
});

test("each place that was changed is told, the innermost", () => {
  const schema = one({ type: "array", items: POINT });
  const given = { a: [{ x: 1 }, { x: "2", y: "0.5" }] };
  assert.deepEqual(repairArguments(schema, given).changes, [
    { path: "a[1].x", from: "2", to: 2 },
    { path: "a[1].y", from: "0.5", to: 0.5 },
  ]);
});

test("one place that cannot be mended leaves all as they were", () => {
  const schema = { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } } };
  assert.deepEqual(repairArguments(schema, { a: "1", b: "x" }).changes, []);
});

test("a schema that is none changes nothing", () => {
  const schema = one({ type: "integer", minimum: "much" });
  assert.deepEqual(repairArguments(schema, { a: "1" }).changes, []);
});

test("keywords that only the compiled check knows have the last word", () => {
  const schema: JsonObject = {
    type: "object",
    properties: { a: { type: "integer" } },
    dependentSchemas: { a: { required: ["b"] } },
  };
  assert.deepEqual(repairArguments(schema, { a: "1" }).changes, []);
});

test("the name __proto__ is a name like any other", () => {
  const schema: JsonObject = { type: "object", additionalProperties: { type: "integer" } };
  const { value } = repairArguments(schema, JSON.parse('{"__proto__": "1"}'));
  assert.equal(JSON.stringify(value), '{"__proto__":1}');
});
