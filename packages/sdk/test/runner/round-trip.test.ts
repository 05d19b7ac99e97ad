// Whatever JSON goes in comes out the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { moduleOf, plan, positional } from "./sandboxed-node.ts";

test("any JSON value crosses in both directions unchanged", async () => {
  const plans = [plan("same", { parameters: [positional("value", { kind: "any" })] })];
  await using module = await moduleOf("export function same(value) { return value; }", plans);
  const values = fc.array(fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), { minLength: 30, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(values, async (given) => {
      const sent = JSON.parse(JSON.stringify(given));
      assert.deepEqual((await module.ask("same", { value: sent })).value, sent);
    }),
    { numRuns: 10 },
  );
});
