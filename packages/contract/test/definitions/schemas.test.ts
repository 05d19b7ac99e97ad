import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { readDefinition } from "../../src/definitions/index.ts";
import { childEvaluator } from "./child-evaluator.ts";

const ROOT = join(import.meta.dirname, "../../../..");

const IMPORTS = `import { z } from "zod";
import * as mini from "zod/mini";
import { z as v3 } from "zod/v3";
import { z as z3 } from "zod3";
import * as v from "valibot";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
`;

const read = (schema: string, before = "") =>
  readDefinition(
    {
      language: "typescript",
      file: "a.tool.ts",
      text: `${IMPORTS}${before}\nexport default {\n  name: "t", description: "d", capabilities: [], approval: { required: false }, handler() {},\n  inputSchema: ${schema},\n};\n`,
      packagesFrom: ROOT,
    },
    childEvaluator,
  );

const object = (properties: object, required: readonly string[] = Object.keys(properties), more: object = {}) => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  ...more,
});

/** Source of a schema -> the input schema that must come out. */
const READ: readonly (readonly [title: string, source: string, schema: object, before?: string])[] = [
  [
    "Zod 4: defaults and transforms show their input side",
    "z.object({ a: z.string().transform(Number), b: z.number().default(0) })",
    object({ a: { type: "string" }, b: { type: "number", default: 0 } }, ["a"]),
  ],
  [
    "Zod 4: descriptions and constraints",
    'z.object({ n: z.number().min(1).max(5).describe("How many.") })',
    object({ n: { type: "number", minimum: 1, maximum: 5, description: "How many." } }),
  ],
  [
    "Zod 4: a check beside a type stays inside",
    "z.object({ s: z.string().refine((s) => s > 'a') })",
    object({ s: { type: "string" } }),
  ],
  [
    "Zod 4: a pattern with a flag that JSON Schema lacks is left to the parse",
    "z.object({ s: z.string().regex(/^a/i).regex(/b$/) })",
    object({ s: { type: "string", pattern: "b$" } }),
  ],
  [
    "Zod 4: preprocess shows what it leads to",
    "z.object({ n: z.preprocess(Number, z.number()) })",
    object({ n: { type: "number" } }),
  ],
  [
    "Zod 4: a union of objects is an object",
    'z.discriminatedUnion("k", [z.object({ k: z.literal("a") }), z.object({ k: z.literal("b") })])',
    {
      type: "object",
      oneOf: [object({ k: { type: "string", const: "a" } }), object({ k: { type: "string", const: "b" } })],
    },
  ],
  [
    "Zod 3: an intersection of objects is an object",
    "z3.object({ a: z3.string() }).and(z3.object({ b: z3.string() }))",
    { type: "object", allOf: [object({ a: { type: "string" } }), object({ b: { type: "string" } })] },
  ],
  [
    "Zod 4: a recursive schema refers to itself",
    "node",
    { type: "object", properties: { v: { type: "string" }, next: { $ref: "#" } }, required: ["v"] },
    "const node = z.object({ v: z.string(), get next() { return z.optional(node); } });",
  ],
  [
    "Zod 4: numbers as names",
    "z.object({ m: z.record(z.number(), z.string()) })",
    object({
      m: {
        type: "object",
        propertyNames: { pattern: "^-?[0-9]+(\\.[0-9]+)?$" },
        additionalProperties: { type: "string" },
      },
    }),
  ],
  [
    "Zod 4: strict is closed, loose is open",
    "z.strictObject({ o: z.looseObject({}) })",
    object({ o: { type: "object", properties: {}, additionalProperties: {} } }, ["o"], { additionalProperties: false }),
  ],
  [
    "zod/mini",
    "mini.object({ a: mini.number(), b: mini._default(mini.string(), 'x') })",
    object({ a: { type: "number" }, b: { type: "string", default: "x" } }, ["a"]),
  ],
  [
    "Zod 3: defaults and transforms show their input side",
    "z3.object({ a: z3.string().transform(Number), b: z3.number().default(0) })",
    object({ a: { type: "string" }, b: { type: "number", default: 0 } }, ["a"]),
  ],
  ["zod/v3", "v3.object({ a: v3.string().optional() })", object({ a: { type: "string" } }, [])],
  [
    "Valibot",
    "toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.transform(Number)), b: v.optional(v.number(), 0) }))",
    object({ a: { type: "string" }, b: { type: "number", default: 0 } }, ["a"]),
  ],
  [
    "Valibot: a check beside a type stays inside",
    "toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.check((s) => s > 'a'), v.maxLength(3)) }))",
    object({ a: { type: "string", maxLength: 3 } }),
  ],
  [
    "ArkType",
    'type({ a: "number > 0", "b?": "string[]" })',
    object({ a: { type: "number", exclusiveMinimum: 0 }, b: { type: "array", items: { type: "string" } } }, ["a"]),
  ],
  [
    "ArkType: a morph shows its input side",
    'type({ a: "string.trim", b: type("string").narrow((s) => s > "a") })',
    object({ a: { type: "string" }, b: { type: "string" } }),
  ],
  [
    "JSON Schema stays as its author wrote it",
    '{ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { type: "string", "x-mine": 1 } }, title: "T" }',
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/a" } },
      $defs: { a: { type: "string", "x-mine": 1 } },
      title: "T",
    },
  ],
  [
    "JSON Schema without a type describes the arguments all the same",
    "{ properties: { a: {} } }",
    { type: "object", properties: { a: {} } },
  ],
  [
    "JSON Schema of draft 7 is converted",
    '{ $schema: "http://json-schema.org/draft-07/schema#", type: "object", definitions: { p: { type: "array", items: [{ type: "number" }] } }, properties: { a: { $ref: "#/definitions/p" } } }',
    {
      type: "object",
      properties: { a: { $ref: "#/$defs/p" } },
      $defs: { p: { type: "array", prefixItems: [{ type: "number" }] } },
    },
  ],
];

for (const [title, source, schema, before] of READ) {
  test(`read: ${title}`, async () => {
    const { tools, diagnostics } = await read(source, before);
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(JSON.parse(JSON.stringify(tools[0]?.inputSchema)), schema);
  });
}

/** Source of a schema -> place in it, argument, what is said and what to use. */
const REFUSED: readonly (readonly [
  source: string,
  place: string,
  parameter: string | undefined,
  message: RegExp,
  hint: RegExp,
])[] = [
  [
    "z.object({ when: z.object({ at: z.array(z.date()) }) })",
    ".when.at[]",
    "when",
    /`z\.date\(\)` has no JSON form/,
    /z\.iso\.datetime/,
  ],
  ["z.object({ m: z.map(z.string(), z.number()) })", ".m", "m", /`z\.map\(\)`/, /use `z\.record/],
  ["z.object({ m: z.set(z.string()).optional() })", ".m", "m", /`z\.set\(\)`/, /use `z\.array/],
  ["z.object({ n: z.bigint() })", ".n", "n", /`z\.bigint\(\)`/, /transform\(BigInt\)/],
  ["z.object({ c: z.custom((x) => true) })", ".c", "c", /`z\.custom\(\)`/, /`\.refine\(…\)` after a schema/],
  ["z.object({ c: z.instanceof(URL) })", ".c", "c", /`z\.custom\(\)`/, /schema of JSON values/],
  ["z.object({ t: z.transform((x) => x) })", ".t", "t", /`z\.transform\(\)`/, /z\.string\(\)\.transform/],
  ["z.object({ r: z.record(z.string(), z.date()) })", ".r{}", "r", /`z\.date\(\)`/, /datetime/],
  ["z.object({ u: z.union([z.string(), z.undefined()]) })", ".u", "u", /`z\.undefined\(\)`/, /`\.optional\(\)`/],
  ["z.object({ l: z.literal(1n) })", ".l", "l", /`z\.literal\(\)`/, /number/],
  ["mini.object({ d: mini.date() })", ".d", "d", /`z\.date\(\)`/, /datetime/],
  [
    "z3.object({ when: z3.object({ at: z3.array(z3.date()) }) })",
    ".when.at[]",
    "when",
    /`z\.date\(\)` has no JSON form/,
    /datetime/,
  ],
  ["z3.object({ c: z3.custom<string>((x) => true) })", ".c", "c", /`z\.custom\(\)`/, /schema of JSON values/],
  ["v3.object({ m: v3.map(v3.string(), v3.string()) })", ".m", "m", /`z\.map\(\)`/, /z\.record/],
  [
    "v.object({ a: v.string() })",
    "",
    undefined,
    /a Valibot schema has no JSON Schema of its own/,
    /npm install @valibot\/to-json-schema/,
  ],
  ["toStandardJsonSchema(v.object({ d: v.object({ at: v.date() }) }))", ".d.at", "d", /`v\.date\(\)`/, /isoTimestamp/],
  ['type({ d: { at: "Date" } })', ".d.at", "d", /`Date` has no JSON form/, /string\.date\.iso\.parse/],
  ['type({ m: "Map" })', ".m", "m", /a class instance/, /\.pipe/],
  [
    '{ type: "object", properties: { a: { type: "text" } } }',
    ".a",
    undefined,
    /at `properties\.a\.type` stands "text"/,
    /the types are/,
  ],
  [
    '{ type: "object", properties: { a: { type: "number", minimum: 0, exclusiveMinimum: true } } }',
    ".a",
    undefined,
    /exclusiveMinimum` stands true/,
    /draft 4/,
  ],
  [
    '{ type: "object", properties: { a: { type: "string", required: true } } }',
    ".a",
    undefined,
    /required` stands true/,
    /draft 3/,
  ],
  [
    '{ type: "object", properties: { a: { pattern: "(" } } }',
    ".a",
    undefined,
    /the pattern "\("/,
    /regular expression/,
  ],
  [
    '{ type: "object", properties: { a: { $ref: "#/$defs/b" } } }',
    ".a",
    undefined,
    /refers to "#\/\$defs\/b"/,
    /\$defs/,
  ],
  [
    '{ type: "object", properties: { a: { $ref: "https://example.com/a.json" } } }',
    ".a",
    undefined,
    /example\.com/,
    /nothing is fetched/,
  ],
  [
    '{ $schema: "http://json-schema.org/draft-04/schema#", type: "object" }',
    "",
    undefined,
    /draft that Haft does not read/,
    /2020-12/,
  ],
  [
    '{ $schema: "https://json-schema.org/draft/2019-09/schema", type: "object" }',
    "",
    undefined,
    /draft that Haft does not read/,
    /draft 7/,
  ],
  ['{ type: ["object", "null"] }', "", undefined, /does not describe an object/, /z\.object/],
  ["z.object({ a: z.string() }).nullable()", "", undefined, /does not describe an object/, /z\.object/],
  ['{ type: "array", items: {} }', "", undefined, /does not describe an object/, /z\.object/],
  [
    '{ type: "object", properties: { a: { default: () => 1 } } }',
    "",
    undefined,
    /`properties\.a\.default` is a function/,
    /schema library/,
  ],
];

for (const [source, place, parameter, message, hint] of REFUSED) {
  test(`HAFT604: ${source}`, async () => {
    const { tools, diagnostics } = await read(source);
    assert.deepEqual(tools, []);
    assert.equal(diagnostics.length, 1, JSON.stringify(diagnostics));
    const [found] = diagnostics;
    assert.deepEqual([found?.code, found?.tool, found?.parameter, found?.line], ["HAFT604", "t", parameter, 11]);
    assert.match(found?.message ?? "", message);
    assert.match(`${found?.message} ${found?.hint}`, hint);
    // The marked text is the last name on the way to the place.
    const name = place.split(/[.[\]{}]+/).findLast((part) => part !== "") ?? "inputSchema";
    assert.equal((found?.endColumn ?? 0) - (found?.column ?? 0), name.length);
  });
}

test("every part that JSON Schema cannot express is told at its own place, also in a constant above", async () => {
  const before = "const inner = z.object({\n  at: z.date(),\n});";
  const { diagnostics } = await read("z.object({\n    when: inner,\n    tags: z.set(z.string()),\n  })", before);
  assert.deepEqual(
    diagnostics.map(({ code, line, parameter }) => [code, line, parameter]),
    [
      ["HAFT604", 9, "when"],
      ["HAFT604", 15, "tags"],
    ],
  );
});

test("a schema that is nested too deeply or too large is HAFT102", async () => {
  for (const source of [
    '(() => { let s: object = { type: "string" }; for (let i = 0; i < 70; i++) s = { type: "object", properties: { a: s } }; return s; })()',
    '{ type: "object", description: "x".repeat(257 * 1024) }',
  ]) {
    const { tools, diagnostics } = await read(source);
    assert.deepEqual(tools, []);
    assert.deepEqual(
      diagnostics.map(({ code, line }) => [code, line]),
      [["HAFT102", 11]],
    );
  }
});
