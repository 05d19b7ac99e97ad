// Arguments against schemas: what is said of each misfit, and that the compiled check and the walk agree.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@haft/sdk/wire";
import fc from "fast-check";
import { printArguments } from "../../src/schema/print-schema.ts";
import { checkValue } from "../../src/validation/check-value.ts";
import { compiledCheck } from "../../src/validation/compile.ts";
import { BadSchema, validate } from "../../src/validation/index.ts";
import { arbitraryType, arbitraryValue, fittingValue } from "./arbitrary-types.ts";

const SCHEMA = {
  type: "object",
  properties: {
    query: { type: "string", minLength: 1 },
    limit: { type: "integer", minimum: 1, maximum: 100 },
    level: { type: ["string", "null"], enum: ["low", "high", null] },
    when: { type: ["string", "null"], format: "date" },
    at: { type: "string", format: "date-time" },
    tags: { type: "array", items: { type: "string" }, uniqueItems: true, maxItems: 3 },
    where: { $ref: "#/$defs/Place" },
    rows: { type: "object", additionalProperties: { type: "number" }, propertyNames: { pattern: "^-?[0-9]+$" } },
    pair: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "integer" }],
      items: false,
      minItems: 2,
      maxItems: 2,
    },
    shape: {
      oneOf: [
        {
          type: "object",
          properties: { kind: { const: "circle" }, radius: { type: "number" } },
          required: ["kind", "radius"],
          additionalProperties: false,
        },
        {
          type: "object",
          properties: { kind: { const: "square" }, side: { type: "number" } },
          required: ["kind", "side"],
          additionalProperties: false,
        },
      ],
    },
    key: { anyOf: [{ type: "array", items: { type: "integer" } }, { type: ["string", "null"] }] },
  },
  required: ["query"],
  additionalProperties: false,
  $defs: {
    Place: {
      type: "object",
      properties: { street: { type: "string" }, town: { type: "string" } },
      required: ["street"],
      additionalProperties: false,
    },
  },
};

const TABLE: readonly (readonly [value: Json, path: string, message: string])[] = [
  [{}, "query", "the argument `query` (text, at least 1 character) is missing"],
  [{ query: "x", limt: 3 }, "limt", "there is no argument `limt`; did you mean `limit`?"],
  [
    { query: "x", page: 3 },
    "page",
    "there is no argument `page`; there are `query`, `limit`, `level`, `when`, `at`, `tags`, `where`, `rows`, `pair`, `shape`, `key`",
  ],
  [{ query: 3 }, "query", "`query` is 3; expected text, at least 1 character"],
  [{ query: "" }, "query", '`query` is the text ""; expected text, at least 1 character'],
  [{ query: "x", limit: "3" }, "limit", '`limit` is the text "3"; expected a whole number, at least 1, at most 100'],
  [{ query: "x", limit: 1.5 }, "limit", "`limit` is 1.5; expected a whole number, at least 1, at most 100"],
  [{ query: "x", limit: 0 }, "limit", "`limit` is 0; expected a whole number, at least 1"],
  [{ query: "x", level: "hihg" }, "level", '`level` is the text "hihg"; expected one of "low", "high", null'],
  [
    { query: "x", when: "tomorrow" },
    "when",
    '`when` is the text "tomorrow"; expected a date such as 2026-01-31 or null',
  ],
  [
    { query: "x", at: "2026-13-01T00:00:00Z" },
    "at",
    '`at` is the text "2026-13-01T00:00:00Z"; expected a date and time such as 2026-01-31T09:30:00Z',
  ],
  [{ query: "x", tags: ["a", 2] }, "tags[1]", "`tags[1]` is 2; expected text"],
  [{ query: "x", tags: ["a", "a"] }, "tags", "`tags` is a list of 2; expected a list, no two items alike"],
  [{ query: "x", tags: ["a", "b", "c", "d"] }, "tags", "`tags` is a list of 4; expected a list, at most 3 items"],
  [{ query: "x", where: { town: "Oslo" } }, "where.street", "the property `street` (text) is missing in `where`"],
  [
    { query: "x", where: { street: "A", twon: "Oslo" } },
    "where.twon",
    "there is no property `twon` in `where`; did you mean `town`?",
  ],
  [{ query: "x", rows: { one: 1 } }, "rows", '`rows` has the name "one"; expected names that are whole numbers'],
  [{ query: "x", pair: ["a"] }, "pair", "`pair` is a list of 1; expected a list, at least 2 items"],
  [{ query: "x", pair: ["a", 1, 2] }, "pair", "`pair` is a list of 3; expected a list, at most 2 items"],
  [{ query: "x", shape: { kind: "circle" } }, "shape.radius", "the property `radius` (a number) is missing in `shape`"],
  [
    { query: "x", shape: { kind: "oval" } },
    "shape.kind",
    '`shape.kind` is the text "oval"; expected one of "circle", "square"',
  ],
  [{ query: "x", shape: { radius: 1 } }, "shape.kind", "the property `kind` is missing in `shape`"],
  [{ query: "x", key: true }, "key", "`key` is true; expected a list, text or null"],
  [{ query: "x", key: [1, "b"] }, "key[1]", '`key[1]` is the text "b"; expected a whole number'],
  [[], "", "the value is an empty list; expected an object"],
];

describe("validating arguments", () => {
  for (const [value, path, message] of TABLE) {
    it(`says of ${JSON.stringify(value)} what is wrong`, () => {
      assert.deepEqual(validate(SCHEMA, value), { ok: false, issues: [{ path, message }] });
    });
  }

  it("lets the zone of a date and time be left out", () => {
    for (const at of [
      "2026-01-31T09:30:00",
      "2026-01-31T09:30:00Z",
      "2026-01-31T09:30:00+02:00",
      "2026-01-31 09:30:00.123",
    ])
      assert.deepEqual(validate(SCHEMA, { query: "x", at }), { ok: true }, at);
  });

  it("tells every misfit at once, up to twenty", () => {
    const result = validate(SCHEMA, { limit: 0, level: 3, tags: Array(40).fill(1) });
    assert.ok(!result.ok);
    assert.ok(result.issues.length > 3 && result.issues.length <= 20);
  });

  it("does not take inherited properties for given ones", () => {
    const schema = { type: "object", properties: { constructor: { type: "string" } }, required: ["constructor"] };
    assert.equal(validate(schema, {}).ok, false);
    assert.equal(validate(schema, { constructor: "x" }).ok, true);
  });

  it("counts characters, not UTF-16 units", () => {
    const schema = { type: "string", maxLength: 2 };
    assert.equal(validate(schema, "😀😀").ok, true);
    assert.equal(validate(schema, "😀😀x").ok, false);
  });

  it("says something where only the compiled check knows the keyword", () => {
    const schema = { type: "object", unevaluatedProperties: false, properties: { a: {} } };
    const result = validate(schema, { b: 1 });
    assert.ok(!result.ok);
    assert.match(result.issues[0]?.message ?? "", /unevaluated/);
  });

  it("throws BadSchema for a schema that is none", () => {
    assert.throws(() => validate({ type: "text" }, "x"), BadSchema);
  });

  it("follows references to the root and to definitions", () => {
    const tree = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false };
    assert.equal(validate(tree, { next: { next: {} } }).ok, true);
    assert.equal(validate(tree, { next: { next: 1 } }).ok, false);
  });

  it("takes two schemas with one $id for two", () => {
    const $id = "https://example.com/a";
    assert.equal(validate({ $id, type: "string" }, "x").ok, true);
    assert.equal(validate({ $id, type: "integer" }, "x").ok, false);
    assert.equal(validate({ $id, $defs: { A: { type: "integer" } }, $ref: "#/$defs/A" }, 1).ok, true);
  });

  it("gives equal schemas one compiled check", () => {
    assert.equal(compiledCheck({ type: "string" }), compiledCheck({ type: "string" }));
  });
});

describe("random types and values", () => {
  const argumentsOf = (type: Parameters<typeof fittingValue>[0]) =>
    printArguments([{ name: "a", type, required: true }], "typescript").schema;

  it("are judged alike by the compiled check and by the walk", () => {
    fc.assert(
      fc.property(arbitraryType, arbitraryValue, (type, value) => {
        const schema = argumentsOf(type);
        const compiled = compiledCheck(schema)({ a: value });
        const walked = checkValue(schema, { a: value });
        assert.equal(walked.length === 0, compiled, JSON.stringify({ schema, value, walked }));
      }),
      { numRuns: 500 },
    );
  });

  it("fit where the value was made for the type", () => {
    fc.assert(
      fc.property(arbitraryType, (type) => {
        const value = fittingValue(type);
        if (value === undefined) return;
        assert.deepEqual(validate(argumentsOf(type), { a: value }), { ok: true });
      }),
      { numRuns: 300 },
    );
  });

  it("always have words for what does not fit", () => {
    fc.assert(
      fc.property(arbitraryType, arbitraryValue, (type, value) => {
        const result = validate(argumentsOf(type), { a: value });
        if (result.ok) return;
        assert.ok(result.issues.length > 0);
        for (const { message } of result.issues)
          assert.ok(message.length > 10 && !message.includes("undefined"), message);
      }),
      { numRuns: 300 },
    );
  });
});
