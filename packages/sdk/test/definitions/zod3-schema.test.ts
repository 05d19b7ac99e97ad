import assert from "node:assert/strict";
import { test } from "node:test";
import { z as v3 } from "zod/v3";
import { z as z3 } from "zod3";
import { schemaOf } from "../../src/definitions/schemas/schema-of.ts";

/** What TypeScript makes of `enum Level { Low = 1, High = 2 }`. */
const Level = { 1: "Low", 2: "High", Low: 1, High: 2 };

type Zod = typeof z3;

/** What each makes, and the JSON Schema of its input side. */
const CONVERTED: readonly (readonly [title: string, make: (z: Zod) => unknown, schema: object])[] = [
  ["text", (z) => z.string().min(2).max(5), { type: "string", minLength: 2, maxLength: 5 }],
  ["text of one length", (z) => z.string().length(3), { type: "string", minLength: 3, maxLength: 3 }],
  ["text with a format", (z) => z.string().email(), { type: "string", format: "email" }],
  [
    "text with two patterns",
    (z) => z.string().regex(/a/).startsWith("b."),
    { type: "string", pattern: "a", allOf: [{ pattern: "^b\\." }] },
  ],
  ["text with a pattern that ignores case", (z) => z.string().regex(/a/i), { type: "string" }],
  ["an address", (z) => z.string().ip(), { type: "string", anyOf: [{ format: "ipv4" }, { format: "ipv6" }] }],
  ["a moment", (z) => z.string().datetime(), { type: "string", format: "date-time" }],
  ["checks behind a change of the text", (z) => z.string().min(1).trim().max(3), { type: "string", minLength: 1 }],
  [
    "a number",
    (z) => z.number().int().min(1).max(9).multipleOf(3),
    { type: "integer", minimum: 1, maximum: 9, multipleOf: 3 },
  ],
  [
    "open bounds, the tightest counts",
    (z) => z.number().gt(1).gt(2).lt(9),
    { type: "number", exclusiveMinimum: 2, exclusiveMaximum: 9 },
  ],
  ["a coerced number", (z) => z.coerce.number(), { type: "number" }],
  ["truth", (z) => z.boolean(), { type: "boolean" }],
  ["nothing", (z) => z.null(), { type: "null" }],
  ["anything", (z) => z.unknown(), {}],
  ["a literal", (z) => z.literal("a"), { const: "a" }],
  ["a choice", (z) => z.enum(["a", "b"]), { type: "string", enum: ["a", "b"] }],
  ["a numeric enum", (z) => z.nativeEnum(Level), { type: "number", enum: [1, 2] }],
  [
    "a constant object as enum",
    (z) => z.nativeEnum({ a: "x", b: 2 } as const),
    { type: ["string", "number"], enum: ["x", 2] },
  ],
  [
    "a list",
    (z) => z.array(z.string()).min(1).max(3),
    { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
  ],
  [
    "a tuple",
    (z) => z.tuple([z.string(), z.number()]),
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], minItems: 2, maxItems: 2, items: false },
  ],
  [
    "a tuple with a rest",
    (z) => z.tuple([z.string()]).rest(z.number()),
    { type: "array", prefixItems: [{ type: "string" }], minItems: 1, items: { type: "number" } },
  ],
  ["a map", (z) => z.record(z.number()), { type: "object", additionalProperties: { type: "number" } }],
  [
    "a map with names",
    (z) => z.record(z.enum(["a"]), z.number()),
    { type: "object", propertyNames: { type: "string", enum: ["a"] }, additionalProperties: { type: "number" } },
  ],
  [
    "an object",
    (z) => z.object({ a: z.string(), b: z.number().optional(), c: z.string().nullish(), d: z.any() }),
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "number" }, c: { type: ["string", "null"] }, d: {} },
      required: ["a"],
    },
  ],
  ["a strict object", (z) => z.object({}).strict(), { type: "object", properties: {}, additionalProperties: false }],
  [
    "an object with other properties",
    (z) => z.object({}).catchall(z.number()),
    { type: "object", properties: {}, additionalProperties: { type: "number" } },
  ],
  [
    "defaults",
    (z) => z.object({ a: z.string().default("x"), b: z.string().transform(Number).default("1") }),
    { type: "object", properties: { a: { type: "string", default: "x" }, b: { type: "string", default: "1" } } },
  ],
  ["a union", (z) => z.union([z.string(), z.number()]), { anyOf: [{ type: "string" }, { type: "number" }] }],
  [
    "a union by a property",
    (z) => z.discriminatedUnion("k", [z.object({ k: z.literal(1) }), z.object({ k: z.literal(2) })]),
    {
      oneOf: [
        { type: "object", properties: { k: { const: 1 } }, required: ["k"] },
        { type: "object", properties: { k: { const: 2 } }, required: ["k"] },
      ],
    },
  ],
  [
    "a nullable choice",
    (z) => z.enum(["a"]).nullable(),
    { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
  ],
  [
    "wrappers",
    (z) => z.string().catch("x").brand("B").readonly().describe("It."),
    { type: "string", description: "It." },
  ],
  ["a pipeline", (z) => z.string().transform(Number).pipe(z.number()), { type: "string" }],
  ["preprocess", (z) => z.preprocess(Number, z.number()), { type: "number" }],
  ["a refined type", (z) => z.string().refine(() => true), { type: "string" }],
];

for (const [library, z] of [
  ["zod 3", z3],
  ["zod/v3", v3 as unknown as Zod],
] as const) {
  for (const [title, make, schema] of CONVERTED) {
    test(`${library}: ${title}`, () => {
      const converted = schemaOf(make(z), "input");
      assert.deepEqual(converted, { ok: true, vendor: "zod", schema });
    });
  }
}

test("the output side has what parsing leaves", () => {
  const value = z3.object({ a: z3.string().default("x"), t: z3.string().transform(Number) });
  assert.deepEqual(schemaOf(value, "output"), {
    ok: true,
    vendor: "zod",
    schema: {
      type: "object",
      properties: { a: { type: "string", default: "x" }, t: {} },
      required: ["a", "t"],
      additionalProperties: false,
    },
  });
});

test("a recursive schema refers to itself", () => {
  interface Node {
    v: string;
    next?: Node | undefined;
  }
  const node: z3.ZodType<Node> = z3.object({ v: z3.string(), next: z3.lazy(() => node).optional() });
  const converted = schemaOf(node, "input");
  const next = { $ref: "#/$defs/Lazy1" };
  const schema = { type: "object", properties: { v: { type: "string" }, next }, required: ["v"] };
  assert.deepEqual(converted, { ok: true, vendor: "zod", schema: { ...schema, $defs: { Lazy1: schema } } });
});

test("a lazy schema that never ends is told, not followed", () => {
  const endless = (): z3.ZodTypeAny => z3.lazy(() => z3.object({ a: endless() }));
  const converted = schemaOf(endless(), "input");
  assert(!converted.ok);
  assert.match(converted.message, /nested too deeply/);
});

for (const [name, make] of Object.entries({
  date: (z: Zod) => z.date(),
  bigint: (z: Zod) => z.bigint(),
  map: (z: Zod) => z.map(z.string(), z.string()),
  set: (z: Zod) => z.set(z.string()),
  symbol: (z: Zod) => z.symbol(),
  undefined: (z: Zod) => z.undefined(),
  void: (z: Zod) => z.void(),
  nan: (z: Zod) => z.nan(),
  function: (z: Zod) => z.function(),
  promise: (z: Zod) => z.promise(z.string()),
  custom: (z: Zod) => z.custom(() => true),
})) {
  test(`z.${name}() has no JSON form, and the message says what to use`, () => {
    const converted = schemaOf(z3.object({ a: z3.array(make(z3)) }), "input");
    assert(!converted.ok);
    assert.equal(converted.path, ".a[]");
    assert.match(converted.message, new RegExp(`^\`z\\.${name}\\(\\)\` has no JSON form; .+`));
  });
}
