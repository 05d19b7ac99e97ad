// How arguments reach the parameters of a TypeScript function: by place and as one object, defaults, null, and what never
// arrives.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { openWorkshop, result, type Workshop } from "./called.ts";
import { typescriptTool } from "./typescript-source.ts";

const DECLARATIONS = `
import { inspect } from "node:util";
import { tool, type ToolContext } from "haft";

enum Colour {
  Red = "red",
}

interface Node {
  when: Date;
  kids: Node[];
}

interface Input {
  a: number;
  b?: Date;
}

const seen = (...values: unknown[]) => values.map((value) => inspect(value));
`;

const WRONG = {
  n: "number",
  whole: "number",
  s: "string",
  b: "boolean",
  at: "Date",
  u: "URL",
  c: "Colour",
  l: "number[]",
  k: '"a" | "b"',
  node: "Node",
  pair: "[number, string]",
  keys: "Record<number, number>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a type of TypeScript, written out
  v: "`v${number}`",
};

const SOURCE = [
  DECLARATIONS,
  typescriptTool("places(a: number, ctx: ToolContext, b?: Date, c = 7)", "return seen(a, b, c, ctx.bundle);", [
    "a",
    "b",
    "c",
  ]),
  typescriptTool(
    "one({ a, b = new Date(0), c = 3 }: Input & { c?: number }, ctx: ToolContext)",
    "return seen(a, b, c, ctx.bundle);",
    ["a", "b", "c"],
  ),
  typescriptTool("whole(input: Input)", "return seen(input.a, input.b, Object.keys(input).length);", ["input"]),
  typescriptTool("context({ config }: ToolContext, x: number)", "return seen(config.k, x);", ["x"]),
  typescriptTool("nulls(a: Date | null, b?: Date | null, c: number | undefined = undefined)", "return seen(a, b, c);", [
    "a",
    "b",
    "c",
  ]),
  typescriptTool("nothing()", "return 0;", []),
  `
/** An arrow.
 *
 * Use when it is tested.
 *
 * @param x - It.
 */
export const arrow = (x: number) => x;
`,
  typescriptTool("renamed(x: number)", "return x;", ["x"]),
  'tool(renamed, { name: "other-name" });',
  typescriptTool(
    `wrong({ n }: { ${Object.entries(WRONG)
      .map(([name, type]) => `${name}?: ${type}`)
      .join("; ")} })`,
    'console.log("reached", n);',
    Object.keys(WRONG),
    { whole: "@integer", s: "@maxLength 3", n: "@minimum 0" },
  ),
  typescriptTool("needs(x: string)", 'console.log("reached");', ["x"]),
].join("\n");

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({ "tools.tools.ts": SOURCE });
});
after(() => workshop[Symbol.asyncDispose]());

for (const [tool, args, value] of [
  ["places", { a: 1 }, ["1", "undefined", "7", "'tools'"]],
  ["places", { a: 1, b: "2026-03-01T00:00:00Z", c: 8 }, ["1", "2026-03-01T00:00:00.000Z", "8", "'tools'"]],
  ["one", { a: 1 }, ["1", "1970-01-01T00:00:00.000Z", "3", "'tools'"]],
  ["one", { a: 1, b: "2026-03-01T00:00:00Z", c: 4 }, ["1", "2026-03-01T00:00:00.000Z", "4", "'tools'"]],
  ["whole", { input: { a: 1 } }, ["1", "undefined", "1"]],
  ["whole", { input: { a: 1, b: "2026-03-01T00:00:00Z" } }, ["1", "2026-03-01T00:00:00.000Z", "2"]],
  ["context", { x: 2 }, ["'v'", "2"]],
  ["nulls", { a: null }, ["null", "undefined", "undefined"]],
  ["nulls", { a: null, b: null, c: 2 }, ["null", "null", "2"]],
  ["nothing", {}, 0],
  ["arrow", { x: 5 }, 5],
  ["other-name", { x: 6 }, 6],
] as const satisfies readonly (readonly [string, JsonObject, Json])[]) {
  test(`${tool} with ${JSON.stringify(args)} receives ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(result(await workshop.call("tools.tools.ts", tool, args, { config: { k: "v" } })), value);
  });
}

// The message names the argument, what was found and what is expected.
for (const [args, message] of [
  [{ n: "-3" }, '`n` is the text "-3"; expected a number, at least 0'],
  [{ n: -1 }, "`n` is -1; expected a number, at least 0"],
  [{ whole: 1.5 }, "`whole` is 1.5; expected a whole number"],
  [{ s: "long" }, '`s` is the text "long"; expected text, at most 3 characters'],
  [{ b: "yes" }, '`b` is the text "yes"; expected true or false'],
  [{ at: "yesterday" }, '`at` is the text "yesterday"; expected a date and time such as 2026-01-31T09:30:00Z'],
  [{ u: "nowhere" }, '`u` is the text "nowhere"; expected an address such as https://example.com/'],
  [{ c: "green" }, '`c` is the text "green"; expected "red"'],
  [{ l: [1, "a"] }, '`l[1]` is the text "a"; expected a number'],
  [{ k: "c" }, '`k` is the text "c"; expected one of "a", "b"'],
  [{ node: { when: "2026-03-01T00:00:00Z" } }, "the property `kids` (a list) is missing in `node`"],
  [
    { node: { when: "2026-03-01T00:00:00Z", kids: [{ when: 3, kids: [] }] } },
    "`node.kids[0].when` is 3; expected a date and time such as 2026-01-31T09:30:00Z",
  ],
  [{ pair: [1] }, "`pair` is a list of 1; expected a list, at least 2 items"],
  [{ keys: { a: 1 } }, '`keys` has the name "a"; expected names that are whole numbers'],
  [{ v: "vx" }, '`v` is the text "vx"; expected text, matching ^v-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$'],
  [{ s: null }, "`s` is null; expected text, at most 3 characters"],
  [{ nn: 1 }, "there is no argument `nn`; did you mean `n`?"],
] as const satisfies readonly (readonly [JsonObject, string])[]) {
  test(`${JSON.stringify(args)} never reaches the function`, async () => {
    const outcome = await workshop.call("tools.tools.ts", "wrong", args);
    assert.equal(outcome.error?.type, "invalid_arguments", JSON.stringify(outcome));
    assert.equal(outcome.error.message, `the arguments of \`wrong\` do not fit: ${message}`);
    assert.deepEqual(outcome.logs, []);
  });
}

test("an argument that is needed and missing is named", async () => {
  const outcome = await workshop.call("tools.tools.ts", "needs");
  assert.equal(outcome.error?.type, "invalid_arguments");
  assert.equal(outcome.error.message, "the arguments of `needs` do not fit: the argument `x` (text) is missing");
  assert.deepEqual(outcome.logs, []);
});
