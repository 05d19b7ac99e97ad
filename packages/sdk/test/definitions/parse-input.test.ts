import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as v3 } from "zod/v3";
import { z as z3 } from "zod3";
import { parseInput } from "../../src/definitions/parse-input.ts";
import type { JsonObject } from "../../src/wire/index.ts";

const PARSED: readonly (readonly [vendor: string, schema: unknown])[] = [
  ["Zod 4", z.object({ a: z.string().transform(Number), b: z.number().default(7) })],
  [
    "Zod 4, asynchronous",
    z.object({ a: z.string().transform(async (text) => Number(text)), b: z.number().default(7) }),
  ],
  [
    "zod/mini",
    mini.object({ a: mini.pipe(mini.string(), mini.transform(Number)), b: mini._default(mini.number(), 7) }),
  ],
  ["Zod 3", z3.object({ a: z3.string().transform(Number), b: z3.number().default(7) })],
  [
    "Zod 3, asynchronous",
    z3.object({ a: z3.string().transform(async (text) => Number(text)), b: z3.number().default(7) }),
  ],
  ["zod/v3", v3.object({ a: v3.string().transform(Number), b: v3.number().default(7) })],
  [
    "Valibot",
    toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.transform(Number)), b: v.optional(v.number(), 7) })),
  ],
  [
    "Valibot, asynchronous",
    v.objectAsync({
      a: v.pipeAsync(
        v.string(),
        v.transformAsync(async (text) => Number(text)),
      ),
      b: v.optional(v.number(), 7),
    }),
  ],
  ["ArkType", type({ a: "string.numeric.parse", b: "number = 7" })],
];

for (const [vendor, inputSchema] of PARSED) {
  test(`defaults and transforms reach the handler: ${vendor}`, async () => {
    assert.deepEqual(await parseInput({ inputSchema }, { a: "3" }), { ok: true, value: { a: 3, b: 7 } });
  });

  test(`what the schema refuses is told with its place: ${vendor}`, async () => {
    const parsed = await parseInput({ inputSchema }, { a: [] });
    assert(!parsed.ok);
    assert.equal(parsed.issues[0]?.path, ".a");
    assert.notEqual(parsed.issues[0]?.message, "");
  });
}

test("with a plain JSON Schema the arguments stay as they are", async () => {
  const args: JsonObject = { a: 1 };
  const inputSchema = { type: "object", properties: { b: { default: 2 } } };
  assert.deepEqual(await parseInput({ inputSchema }, args), { ok: true, value: args });
});

const fails = () => {
  throw new TypeError("cannot look it up");
};

for (const [vendor, inputSchema] of [
  ["Zod 4, in a refine", z.object({ a: z.string().refine(fails) })],
  ["Zod 4, in a transform", z.object({ a: z.string().transform(fails) })],
  ["Zod 4, in an asynchronous refine", z.object({ a: z.string().refine(async () => fails()) })],
  ["Zod 3, in a refine", z3.object({ a: z3.string().refine(fails) })],
  ["Valibot, in a check", toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.check(fails)) }))],
  ["ArkType, in a morph", type({ a: type("string").pipe(fails) })],
] as const) {
  test(`a check or transform that throws makes the arguments invalid: ${vendor}`, async () => {
    const parsed = await parseInput({ inputSchema }, { a: "x" });
    assert(!parsed.ok);
    assert.match(parsed.issues[0]?.message ?? "", /cannot look it up/);
  });
}

test("issues in lists and nested objects have a path", async () => {
  const inputSchema = z.object({ list: z.array(z.object({ n: z.number() })) });
  const parsed = await parseInput({ inputSchema }, { list: [{ n: 1 }, { n: "x" }] });
  assert(!parsed.ok);
  assert.deepEqual(
    parsed.issues.map(({ path }) => path),
    [".list[1].n"],
  );
});

test("a transform runs once", async () => {
  let runs = 0;
  const count = async (text: string) => {
    runs++;
    return text;
  };
  for (const inputSchema of [
    z.object({ a: z.string().transform(count) }),
    z3.object({ a: z3.string().transform(count) }),
  ]) {
    runs = 0;
    assert.equal((await parseInput({ inputSchema }, { a: "x" })).ok, true);
    assert.equal(runs, 1);
  }
});
