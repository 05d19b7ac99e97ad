import assert from "node:assert/strict";
import { test } from "node:test";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as v3 } from "zod/v3";
import { z as z3 } from "zod3";
import { defineTool } from "../../src/definitions/define-tool.ts";

/** True where two types are the same in both directions; a wrong one is a compile error of `same`. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function same<A, B>(_proof: Same<A, B>): void {}

const rest = { description: "Test.", capabilities: [], approval: { required: false } } as const;

interface Parsed {
  a: number;
  b: number;
  c?: string | undefined;
}

test("defineTool returns its argument unchanged", () => {
  const definition = { ...rest, name: "t", inputSchema: { type: "object" }, handler: () => 1 } as const;
  assert.equal(defineTool(definition), definition);
});

// The assertions below are made by the compiler (`npm run types`); each test only has to load.

test("the handler's input is what Zod 4 gives, defaults and transforms included", () => {
  const inputSchema = z.object({ a: z.string().transform(Number), b: z.number().default(0), c: z.string().optional() });
  const tool = defineTool({ ...rest, name: "t", inputSchema, handler: (input) => same<typeof input, Parsed>(true) });
  assert.equal(tool.inputSchema, inputSchema);
});

test("the handler's input is what zod/mini gives", () => {
  const inputSchema = mini.object({ a: mini.number(), b: mini._default(mini.number(), 0) });
  const tool = defineTool({
    ...rest,
    name: "t",
    inputSchema,
    handler: (input) => same<typeof input, { a: number; b: number }>(true),
  });
  assert.equal(tool.inputSchema, inputSchema);
});

test("the handler's input is what Zod 3 gives, from its own package and from zod/v3", () => {
  const inputSchema = z3.object({
    a: z3.string().transform(Number),
    b: z3.number().default(0),
    c: z3.string().optional(),
  });
  const tool = defineTool({ ...rest, name: "t", inputSchema, handler: (input) => same<typeof input, Parsed>(true) });
  assert.equal(tool.inputSchema, inputSchema);
  const kept = v3.object({ a: v3.number(), b: v3.number().default(0) });
  const other = defineTool({
    ...rest,
    name: "t",
    inputSchema: kept,
    handler: (input) => same<typeof input, { a: number; b: number }>(true),
  });
  assert.equal(other.inputSchema, kept);
});

test("the handler's input is what Valibot gives", () => {
  const inputSchema = toStandardJsonSchema(
    v.object({ a: v.pipe(v.string(), v.transform(Number)), b: v.optional(v.number(), 0) }),
  );
  const tool = defineTool({
    ...rest,
    name: "t",
    inputSchema,
    handler: (input) => same<typeof input, { a: number; b: number }>(true),
  });
  assert.equal(tool.inputSchema, inputSchema);
});

test("the handler's input is what ArkType gives", () => {
  const inputSchema = type({ a: "string.numeric.parse", b: "number = 0", "c?": "string" });
  const tool = defineTool({
    ...rest,
    name: "t",
    inputSchema,
    handler: (input) => same<typeof input, { a: number; b: number; c?: string }>(true),
  });
  assert.equal(tool.inputSchema, inputSchema);
});

test("the handler's input is what a JSON Schema written in place describes", () => {
  defineTool({
    ...rest,
    name: "t",
    inputSchema: {
      type: "object",
      properties: {
        city: { type: "string" },
        unit: { enum: ["C", "F"] },
        days: { type: "array", items: { type: "integer" } },
        note: { type: ["string", "null"] },
        near: { type: "object", properties: { lat: { type: "number" } }, required: ["lat"] },
        tags: { type: "object", additionalProperties: { type: "boolean" } },
        size: { anyOf: [{ const: "small" }, { type: "number" }] },
        other: {},
      },
      required: ["city", "note"],
    },
    handler: (input) =>
      same<
        typeof input,
        {
          city: string;
          note: string | null;
          unit?: "C" | "F";
          days?: number[];
          near?: { lat: number };
          tags?: Record<string, boolean>;
          size?: number | "small";
          other?: unknown;
        }
      >(true),
  });
});

test("wrong definitions do not compile", () => {
  const inputSchema = z.object({ a: z.number() });
  // @ts-expect-error capabilities are required
  defineTool({ name: "t", description: "", inputSchema, approval: { required: false }, handler: () => 1 });
  // @ts-expect-error the input has no such property
  defineTool({ ...rest, name: "t", inputSchema, handler: ({ b }) => b });
  // @ts-expect-error approval says whether it is required
  defineTool({ ...rest, name: "t", inputSchema, approval: { reason: "x" }, handler: () => 1 });
});

test("a handler may be asynchronous and use the context", () => {
  defineTool({
    ...rest,
    name: "t",
    inputSchema: z.object({}),
    handler: async (_input, ctx) => {
      same<typeof ctx.idempotencyKey, string>(true);
      return await ctx.secret("TOKEN");
    },
  });
});
