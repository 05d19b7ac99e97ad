// What a TypeScript function receives for each row of the type table, and what comes back, through a real call.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWorkshop, result, type Workshop } from "./called.ts";
import { DECLARATIONS, TYPESCRIPT_ROWS, type TypeScriptRow } from "./typescript-rows.ts";

const tool = ({ type }: TypeScriptRow, n: number): string => `
/**
 * Row ${n}.
 *
 * Use when row ${n} is tested.
 *
 * @param x - The value.
 */
export function row${n}(x: ${type}): { seen: string; back: ${type} } {
  return { seen: seen(x), back: x };
}
`;

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({ "rows.tools.ts": DECLARATIONS + TYPESCRIPT_ROWS.map(tool).join("\n") });
});
after(() => workshop[Symbol.asyncDispose]());

for (const [n, row] of TYPESCRIPT_ROWS.entries()) {
  const { type, sent, seen, back = sent } = row;
  test(`${type} of ${JSON.stringify(sent)} is ${seen}`, async () => {
    assert.deepEqual(result(await workshop.call("rows.tools.ts", `row${n}`, { x: sent })), { seen, back });
  });
}
