// What the handler of a `defineTool` receives: the input as the definition's own schema parsed it, with defaults and
// transforms, whoever made the schema.

import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { openWorkshop, result, type Workshop } from "./called.ts";

const definition = (imports: string, schema: string, handler = "return input;"): string => `
import { defineTool } from "haft";
${imports}

export default defineTool({
  name: "parsed",
  description: "Give back what was received.",
  inputSchema: ${schema},
  capabilities: [],
  approval: { required: false },
  handler: async (input: any, ctx) => {
    ${handler}
  },
});
`;

const ZOD = `z.object({
  a: z.number().default(7),
  s: z.string().transform((text) => text.toUpperCase()),
  list: z.array(z.object({ n: z.number().default(1) })).optional(),
  even: z.number().refine((n) => n % 2 === 0, "it must be even").optional(),
  strange: z.string().refine(() => { throw new Error("broken check"); }).optional(),
})`;

const FILES: Readonly<Record<string, string>> = {
  "zod4.tool.ts": definition('import { z } from "zod";', ZOD),
  "zod3.tool.ts": definition('import { z } from "zod3";', ZOD),
  "valibot.tool.ts": definition(
    'import * as v from "valibot";\nimport { toStandardJsonSchema } from "@valibot/to-json-schema";',
    "toStandardJsonSchema(v.object({ a: v.optional(v.number(), 7), s: v.string() }))",
  ),
  "arktype.tool.ts": definition('import { type } from "arktype";', 'type({ a: "number = 7", s: "string" })'),
  "plain.tool.ts": definition(
    "",
    '{ type: "object", properties: { a: { type: "number", default: 7 }, s: { type: "string" } }, required: ["s"] }',
  ),
  "strips.tool.ts": definition(
    'import { z } from "zod";',
    "z.object({ s: z.string() })",
    "return { input, keys: Object.keys(input) };",
  ),
  "throws.tool.ts": definition('import { z } from "zod";', "z.object({})", 'throw new RangeError("from the handler");'),
};

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop(FILES);
  symlinkSync(
    fileURLToPath(new URL("../../../../node_modules", import.meta.url)),
    join(workshop.folder, "node_modules"),
  );
});
after(() => workshop[Symbol.asyncDispose]());

for (const [file, given, value] of [
  ["zod4.tool.ts", { s: "a" }, { a: 7, s: "A" }],
  [
    "zod4.tool.ts",
    { a: 1, s: "a", list: [{}, { n: 2 }], even: 4 },
    { a: 1, s: "A", list: [{ n: 1 }, { n: 2 }], even: 4 },
  ],
  ["zod3.tool.ts", { s: "a" }, { a: 7, s: "A" }],
  [
    "zod3.tool.ts",
    { a: 1, s: "a", list: [{}, { n: 2 }], even: 4 },
    { a: 1, s: "A", list: [{ n: 1 }, { n: 2 }], even: 4 },
  ],
  ["valibot.tool.ts", { s: "a" }, { a: 7, s: "a" }],
  ["arktype.tool.ts", { s: "a" }, { a: 7, s: "a" }],
  ["plain.tool.ts", { s: "a", a: 2 }, { a: 2, s: "a" }],
  ["plain.tool.ts", { s: "a" }, { s: "a" }],
  ["strips.tool.ts", { s: "a" }, { input: { s: "a" }, keys: ["s"] }],
] as const satisfies readonly (readonly [string, JsonObject, Json])[]) {
  test(`${file} with ${JSON.stringify(given)} receives ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(result(await workshop.call(file, "parsed", given)), value);
  });
}

for (const [file, given, message] of [
  ["zod4.tool.ts", { s: 1 }, "the arguments of `parsed` do not fit: `s` is 1; expected text"],
  ["zod4.tool.ts", { s: "a", even: 3 }, "even: it must be even"],
  ["zod4.tool.ts", { s: "a", strange: "x" }, "a check or transform of the schema failed: Error: broken check"],
  ["zod3.tool.ts", { s: "a", even: 3 }, "even: it must be even"],
  ["zod3.tool.ts", { s: "a", strange: "x" }, "a check or transform of the schema failed: Error: broken check"],
  ["valibot.tool.ts", {}, "the arguments of `parsed` do not fit: the argument `s` (text) is missing"],
  ["arktype.tool.ts", { s: 5 }, "the arguments of `parsed` do not fit: `s` is 5; expected text"],
  ["plain.tool.ts", { s: null }, "the arguments of `parsed` do not fit: `s` is null; expected text"],
] as const satisfies readonly (readonly [string, JsonObject, string])[]) {
  test(`${file} with ${JSON.stringify(given)} never reaches the handler`, async () => {
    const { error } = await workshop.call(file, "parsed", given);
    assert.deepEqual([error?.type, error?.message], ["invalid_arguments", message]);
  });
}

test("an error of the handler is its own", async () => {
  const { error } = await workshop.call("throws.tool.ts", "parsed");
  assert.deepEqual([error?.type, error?.message], ["RangeError", "from the handler"]);
});
