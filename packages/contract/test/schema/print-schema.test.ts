// Types to JSON Schema: unions, names, constraints, defaults, limits.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { TypeNode } from "../../src/model/type.ts";
import { TypeTooLarge } from "../../src/schema/limits.ts";
import { printArguments, printResult } from "../../src/schema/print-schema.ts";
import {
  anything,
  constrained,
  constraint,
  date,
  dateTime,
  field,
  integer,
  list,
  literal,
  map,
  named,
  none,
  number,
  record,
  text,
  truth,
  union,
} from "./type-builders.ts";

const cat = record(field("kind", literal("cat")), field("lives", integer));
const dog = record(field("kind", literal("dog")));
const printedCat = {
  type: "object",
  properties: { kind: { type: "string", const: "cat" }, lives: { type: "integer" } },
  required: ["kind", "lives"],
  additionalProperties: false,
};
const printedDog = {
  type: "object",
  properties: { kind: { type: "string", const: "dog" } },
  required: ["kind"],
  additionalProperties: false,
};

const TABLE: Readonly<Record<string, readonly [TypeNode, object]>> = {
  "plain types are a type array": [union(text, integer, none), { type: ["string", "integer", "null"] }],
  "keywords stand beside a type array": [union(date, none), { type: ["string", "null"], format: "date" }],
  "keywords of different types share a type array": [
    union(constrained(integer, constraint("minimum", 1)), constrained(text, constraint("maxLength", 3))),
    { type: ["integer", "string"], minimum: 1, maxLength: 3 },
  ],
  "two texts of different shapes stay apart, the rest is together": [
    union(date, integer, dateTime, none),
    {
      anyOf: [
        { type: "string", format: "date" },
        { type: ["integer", "null"] },
        { type: "string", format: "date-time" },
      ],
    },
  ],
  "literals are one enum": [union(literal("a"), literal("b", "c")), { type: "string", enum: ["a", "b", "c"] }],
  "literals of several types have several types": [literal(1, "xl"), { type: ["integer", "string"], enum: [1, "xl"] }],
  "numbers that are not all whole are numbers": [literal(1, 1.5), { type: "number", enum: [1, 1.5] }],
  "one literal is const": [union(literal("a"), literal("a")), { type: "string", const: "a" }],
  "a nullable literal is an enum": [union(none, literal("a")), { type: ["string", "null"], enum: ["a", null] }],
  "null among literals is null": [literal(null), { type: "null" }],
  "true and false are truth": [literal(true, false), { type: "boolean" }],
  "true in one member and false in another are truth": [
    union(literal(true), text, literal(false)),
    { type: ["boolean", "string"] },
  ],
  "a literal is dropped beside its plain type": [
    union(literal("a"), text, literal(1)),
    { anyOf: [{ type: "string" }, { type: "integer", const: 1 }] },
  ],
  "a whole literal is dropped beside number": [union(number, literal(1)), { type: "number" }],
  "a fraction is kept beside integer": [
    union(integer, literal(1.5)),
    { anyOf: [{ type: "integer" }, { type: "number", const: 1.5 }] },
  ],
  "integer is dropped beside number": [union(integer, number), { type: "number" }],
  "null goes with the plain types": [
    union(list(text), text, none),
    { anyOf: [{ type: "array", items: { type: "string" } }, { type: ["string", "null"] }] },
  ],
  "null stands alone beside a list": [
    union(list(text), none),
    { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] },
  ],
  "records that a literal tells apart are oneOf": [union(cat, dog), { oneOf: [printedCat, printedDog] }],
  "null is one more member of oneOf": [union(cat, dog, none), { oneOf: [printedCat, printedDog, { type: "null" }] }],
  "records with one value in common are anyOf": [
    union(cat, cat, record(field("kind", literal("cat", "x")))),
    {
      anyOf: [
        printedCat,
        {
          type: "object",
          properties: { kind: { type: "string", enum: ["cat", "x"] } },
          required: ["kind"],
          additionalProperties: false,
        },
      ],
    },
  ],
  "an optional literal tells nothing apart": [
    union(record(field("kind", literal("a"), { required: false })), dog),
    {
      anyOf: [
        { type: "object", properties: { kind: { type: "string", const: "a" } }, additionalProperties: false },
        printedDog,
      ],
    },
  ],
  "one record or null is anyOf": [union(dog, none), { anyOf: [printedDog, { type: "null" }] }],
  "a union with anything is anything": [union(text, anything), {}],
  "unions inside unions are opened": [
    union(
      union(text, none),
      named("Key", () => union(integer, none)),
    ),
    { type: ["string", "null", "integer"] },
  ],
  "a list of anything has no items": [list(anything), { type: "array" }],
  "a map of anything is an object": [map(anything), { type: "object" }],
  "a map by whole number restricts its names": [
    { kind: "map", keys: "integer", values: anything },
    { type: "object", propertyNames: { pattern: "^-?[0-9]+$" } },
  ],
  "a set has no two items alike": [
    { kind: "set", items: integer, frozen: false },
    { type: "array", items: { type: "integer" }, uniqueItems: true },
  ],
  "a tuple with an optional place": [
    { kind: "tuple", items: [text, truth], minItems: 1 },
    { type: "array", prefixItems: [{ type: "string" }, { type: "boolean" }], items: false, minItems: 1, maxItems: 2 },
  ],
  "a tuple with a rest": [
    { kind: "tuple", items: [text], minItems: 1, rest: integer },
    { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" }, minItems: 1 },
  ],
  "an empty tuple": [
    { kind: "tuple", items: [], minItems: 0 },
    { type: "array", items: false, maxItems: 0 },
  ],
  bytes: [
    { kind: "shaped-text", contentEncoding: "base64", as: "bytes" },
    { type: "string", contentEncoding: "base64" },
  ],
  "a constraint goes through lists": [
    constrained(list(list(text)), constraint("minLength", 2), constraint("maxItems", 3)),
    { type: "array", items: { type: "array", items: { type: "string", minLength: 2 } }, maxItems: 3 },
  ],
  "a constraint goes through maps and tuples": [
    constrained(map({ kind: "tuple", items: [number, text], minItems: 2 }), constraint("minimum", 0)),
    {
      type: "object",
      additionalProperties: {
        type: "array",
        prefixItems: [{ type: "number", minimum: 0 }, { type: "string" }],
        items: false,
        minItems: 2,
        maxItems: 2,
      },
    },
  ],
  "a literal is dropped beside its plain type before a constraint is put on it": [
    constrained(union(literal("auto", null), text), constraint("minLength", 3)),
    { type: ["null", "string"], minLength: 3 },
  ],
  "a literal is kept beside a plain type that is constrained by itself": [
    union(literal("auto"), constrained(text, constraint("minLength", 5))),
    {
      anyOf: [
        { type: "string", const: "auto" },
        { type: "string", minLength: 5 },
      ],
    },
  ],
  "whole makes integers of numbers": [
    constrained(union(list(number), text), constraint("integer", true)),
    { anyOf: [{ type: "array", items: { type: "integer" } }, { type: "string" }] },
  ],
};

describe("printing types", () => {
  for (const [name, [type, expected]] of Object.entries(TABLE))
    it(name, () => assert.deepEqual(printResult(type, "typescript").schema, expected));

  it("takes Python's one length for texts, lists and maps", () => {
    const type = constrained(union(text, list(text), map(text)), constraint("minLength", 2));
    assert.deepEqual(printResult(type, "python").schema, {
      anyOf: [
        { type: "string", minLength: 2 },
        { type: "array", items: { type: "string" }, minItems: 2 },
        { type: "object", additionalProperties: { type: "string" }, minProperties: 2 },
      ],
    });
  });

  it("puts constraints on a recursive type all the way in, beside the same type without them", () => {
    const tree: TypeNode = named("Tree", () => union(text, list(tree)));
    const fields = [field("a", constrained(tree, constraint("minLength", 2))), field("b", tree)];
    const { schema } = printArguments(fields, "typescript");
    assert.deepEqual(schema.properties, { a: { $ref: "#/$defs/Tree" }, b: { $ref: "#/$defs/Tree2" } });
    assert.deepEqual(schema.$defs, {
      Tree: {
        anyOf: [
          { type: "string", minLength: 2 },
          { type: "array", items: { $ref: "#/$defs/Tree" } },
        ],
      },
      Tree2: { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/$defs/Tree2" } }] },
    });
  });

  it("does not put constraints on a record's properties, and reports them", () => {
    const { schema, problems } = printResult(constrained(dog, constraint("minLength", 2)), "typescript");
    assert.deepEqual(schema, printedDog);
    assert.deepEqual(
      problems.map((problem) => problem.kind === "constraint" && problem.why),
      ["no part of the type takes it"],
    );
  });

  const MISPLACED: Readonly<Record<string, TypeNode>> = {
    "a member of a union": union(constrained(integer, constraint("minLength", 2)), none),
    "a type inside constraints that fit": constrained(
      constrained(text, constraint("minimum", 2)),
      constraint("minLength", 2),
    ),
    "the body of a name under constraints": constrained(
      named("Key", () => constrained(text, constraint("minimum", 2))),
      constraint("minLength", 2),
    ),
    "a list inside constraints that move inside": constrained(
      list(constrained(text, constraint("minimum", 2))),
      constraint("minLength", 2),
    ),
  };
  for (const [place, type] of Object.entries(MISPLACED))
    it(`reports a constraint that fits nothing on ${place}, once`, () => {
      const { schema, problems } = printResult(type, "typescript");
      assert.deepEqual(
        problems.map((problem) => problem.kind === "constraint" && problem.why),
        ["no part of the type takes it"],
      );
      assert.doesNotMatch(JSON.stringify(schema), /"minimum"/);
    });

  const MALFORMED: readonly (readonly [string, number | string | undefined])[] = [
    ["minimum", undefined],
    ["minLength", -1],
    ["minLength", 1.5],
    ["pattern", "("],
    ["format", "colour"],
    ["multipleOf", 0],
    ["perhaps", 1],
  ];
  for (const [keyword, value] of MALFORMED) {
    it(`reports ${keyword} with the value ${value}, once`, () => {
      const type = constrained(union(text, number), constraint(keyword, value));
      const { problems } = printResult({ kind: "tuple", items: [type, type], minItems: 2 }, "typescript");
      assert.equal(problems.length, 1);
    });
  }
});

describe("names under $defs", () => {
  const point = named("Point", () => record(field("x", number)));
  const printedPoint = {
    type: "object",
    properties: { x: { type: "number" } },
    required: ["x"],
    additionalProperties: false,
  };

  it("are for records that are referred to more than once", () => {
    const { schema } = printArguments([field("from", point), field("to", list(point))], "typescript");
    assert.deepEqual(schema.properties, {
      from: { $ref: "#/$defs/Point" },
      to: { type: "array", items: { $ref: "#/$defs/Point" } },
    });
    assert.deepEqual(schema.$defs, { Point: printedPoint });
  });

  it("are not for records that are referred to once", () => {
    const { schema } = printArguments([field("from", point)], "typescript");
    assert.deepEqual(schema.properties, { from: printedPoint });
    assert.equal(schema.$defs, undefined);
  });

  it("count a record inside a record that is itself referred to twice once", () => {
    const line = named("Line", () => record(field("end", point)));
    const { schema } = printArguments([field("a", line), field("b", line)], "typescript");
    assert.deepEqual(Object.keys(schema.$defs ?? {}), ["Line"]);
  });

  it("are not for aliases, which are written in place, unless they lead back to themselves", () => {
    const key = named("Key", () => union(text, integer));
    const tree: TypeNode = named("Tree", () => union(text, list(tree)));
    const { schema } = printArguments([field("a", key), field("b", key), field("c", tree)], "typescript");
    assert.deepEqual(schema.properties, {
      a: { type: ["string", "integer"] },
      b: { type: ["string", "integer"] },
      c: { $ref: "#/$defs/Tree" },
    });
    assert.deepEqual(schema.$defs, {
      Tree: { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/$defs/Tree" } }] },
    });
  });

  it("get a number where two types have one name", () => {
    const other = named("Point", () => record(field("y", number)), "b.ts#Point");
    const fields = [field("a", list(point)), field("b", point), field("c", other), field("d", other)];
    const { schema } = printArguments(fields, "typescript");
    assert.deepEqual(Object.keys(schema.$defs ?? {}), ["Point", "Point2"]);
    assert.deepEqual(Reflect.get(Object(schema.properties), "d"), { $ref: "#/$defs/Point2" });
  });
});

describe("limits of a schema", () => {
  const nested = (depth: number): TypeNode => (depth === 0 ? text : list(nested(depth - 1)));
  const limitOf = (print: () => unknown): TypeTooLarge | undefined => {
    try {
      print();
      return undefined;
    } catch (error) {
      assert.ok(error instanceof TypeTooLarge);
      return error;
    }
  };

  it("are 60 levels, and the parameter to blame is named", () => {
    assert.equal(
      limitOf(() => printArguments([field("a", nested(59))], "python")),
      undefined,
    );
    const error = limitOf(() => printArguments([field("a", text), field("b", nested(60))], "python"));
    assert.deepEqual([error?.limit, error?.property], ["depth", "b"]);
  });

  it("count records that are written in place", () => {
    const chain = (length: number): TypeNode =>
      named(`R${length}`, () => record(field("next", length === 0 ? text : chain(length - 1))));
    assert.equal(limitOf(() => printArguments([field("a", chain(70))], "python"))?.limit, "depth");
  });

  it("are 256 KiB", () => {
    const wide = literal(...Array.from({ length: 30_000 }, (_, at) => `value ${at}`));
    assert.deepEqual(limitOf(() => printArguments([field("a", wide)], "python"))?.property, "a");
  });

  it("blame the parameter that is largest, not the one that met them", () => {
    const wide = (width: number): TypeNode =>
      record(...Array.from({ length: width }, (_, at) => field(`f${at}`, text)));
    const fields = [field("a", wide(20_000)), field("b", wide(9_000)), field("c", wide(9_000))];
    assert.deepEqual(limitOf(() => printArguments(fields, "python"))?.property, "a");
  });

  it("stop types that double in place before they have grown", () => {
    let type: TypeNode = text;
    for (let step = 0; step < 50; step += 1) {
      const inner = type;
      type = record(field("a", inner), field("b", inner));
    }
    assert.ok(limitOf(() => printResult(type, "typescript")) instanceof TypeTooLarge);
  });
});
