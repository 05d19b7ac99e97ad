// Releases of Zod without a conversion of their own, or with one that schemas do not carry, as a project has them installed.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { readDefinition } from "../../src/definitions/index.ts";
import { childEvaluator } from "./child-evaluator.ts";

const ROOT = join(import.meta.dirname, "../../../..");

const read = (zod: string, last: string) =>
  readDefinition(
    {
      language: "typescript",
      file: "a.tool.ts",
      text: `import { z } from "${zod}";
export default {
  name: "t", description: "d", capabilities: [], approval: { required: false }, handler() {},
  inputSchema: z.object({
    n: z.number().int().min(1).max(5).default(2),
    s: z.string().min(2).optional(),
    o: z.object({ list: z.array(z.string()) }).strict(),
    t: z.string().transform((text) => text.length),
    last: ${last},
  }),
};
`,
      packagesFrom: ROOT,
    },
    childEvaluator,
  );

for (const zod of ["zod30", "zod3", "zod/v3", "zod41", "zod"]) {
  test(`${zod}: the same definition gives the same schema`, async () => {
    const { tools, diagnostics } = await read(zod, "z.boolean()");
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(JSON.parse(JSON.stringify(tools[0]?.inputSchema)), {
      type: "object",
      properties: {
        n: { type: "integer", minimum: 1, maximum: 5, default: 2 },
        s: { type: "string", minLength: 2 },
        o: {
          type: "object",
          properties: { list: { type: "array", items: { type: "string" } } },
          required: ["list"],
          additionalProperties: false,
        },
        t: { type: "string" },
        last: { type: "boolean" },
      },
      required: ["o", "t", "last"],
    });
  });

  test(`${zod}: a date is refused at its place`, async () => {
    const { diagnostics } = await read(zod, "z.array(z.object({ at: z.date() }))");
    assert.deepEqual(
      diagnostics.map(({ code, line, parameter }) => [code, line, parameter]),
      [["HAFT604", 9, "last"]],
    );
    assert.match(diagnostics[0]?.message ?? "", /`inputSchema\.last\[\]\.at`: `z\.date\(\)` has no JSON form/);
  });
}
