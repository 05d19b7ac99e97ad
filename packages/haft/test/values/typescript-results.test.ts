// What a TypeScript function may return, and what a return that is no data comes to.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Json } from "@haft/sdk/wire";
import { openWorkshop, result, type Workshop } from "./called.ts";
import { typescriptTool } from "./typescript-source.ts";

const DECLARATIONS = `
class Point {
  x = 1;
  y = new Date(0);
}

class Account {
  #balance = 1;
  get balance() {
    return this.#balance;
  }
}

class Money {
  toJSON() {
    return { amount: 1 };
  }
}

const loop: unknown[] = [];
loop.push(loop);

const deep = (n: number): unknown => {
  let found: unknown = [];
  for (let i = 0; i < n; i++) found = [found];
  return found;
};
`;

/** Expressions, and what they come to. */
const DATA: readonly (readonly [string, Json])[] = [
  ["undefined", null],
  ["null", null],
  ["{ a: undefined, b: null, c: [undefined] }", { b: null, c: [null] }],
  ["[, 1]", [null, 1]],
  ["new Date(0)", "1970-01-01T00:00:00.000Z"],
  ['new URL("https://a.example")', "https://a.example/"],
  ["new Point()", { x: 1, y: "1970-01-01T00:00:00.000Z" }],
  ["[new Money()]", [{ amount: 1 }]],
  ["Object.create(null, { a: { value: 1, enumerable: true } })", { a: 1 }],
  ['JSON.parse(`{"__proto__": 1}`)', JSON.parse('{"__proto__": 1}')],
  ["Promise.resolve({ a: 1 })", { a: 1 }],
  ["1e300", 1e300],
  ["Object(5)", 5],
  ['"\\ud800"', "\ud800"],
];

/** Expressions, and why they are no data. */
const REFUSED: readonly (readonly [string, string])[] = [
  ["NaN", "the result is NaN, which JSON has no number for"],
  ["{ a: [1, -Infinity] }", "the result at .a[1] is -Infinity, which JSON has no number for"],
  ["10n", "the result is a bigint, which is not data"],
  ['Symbol("x")', "the result is a symbol, which is not data"],
  ["() => 1", "the result is a function (without a name), which is not data"],
  ["{ f: Math.max }", "the result at .f is a function (max), which is not data"],
  ['new Map([["a", 1]])', "the result is a Map, which is not data"],
  ["[new Set([1])]", "the result at [0] is a Set, which is not data"],
  ["new Account()", "the result is a Account, which is not data"],
  ["new Date(NaN)", "the result is an invalid Date"],
  ["new Uint8Array(2)", "the result is a Uint8Array, which is not data"],
  ["/x/", "the result is a RegExp, which is not data"],
  ['new Error("x")', "the result is a Error, which is not data"],
  ["[Promise.resolve(1)]", "the result at [0] is a Promise, which is not data"],
  ["loop", "the result at [0][0][0]…[0][0] is nested deeper than 250 levels, or contains itself"],
  ["deep(300)", "the result at [0][0][0]…[0][0] is nested deeper than 250 levels, or contains itself"],
];

const tools = (prefix: string, expressions: readonly (readonly [string, unknown])[]): string =>
  expressions
    .map(([expression], n) => typescriptTool(`async ${prefix}${n}()`, `return (${expression}) as unknown;`, []))
    .join("\n");

const EXTRA = typescriptTool("unfit(): number[]", 'return ["a"] as never;', []);

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({
    "tools.tools.ts": DECLARATIONS + tools("data", DATA) + tools("refused", REFUSED) + EXTRA,
  });
});
after(() => workshop[Symbol.asyncDispose]());

for (const [n, [expression, value]] of DATA.entries()) {
  test(`${expression} comes back as ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(result(await workshop.call("tools.tools.ts", `data${n}`)), value);
  });
}

for (const [n, [expression, message]] of REFUSED.entries()) {
  test(`${expression} is not_serialisable`, async () => {
    const { error } = await workshop.call("tools.tools.ts", `refused${n}`);
    assert.deepEqual([error?.type, error?.message], ["not_serialisable", message]);
    assert.ok(error?.hint, "says what to return instead");
  });
}

test("a result that does not fit its type is handed over, and the log names the place", async () => {
  const outcome = await workshop.call("tools.tools.ts", "unfit");
  assert.deepEqual(outcome.value, ["a"]);
  assert.deepEqual(outcome.logs, [
    {
      stream: "warning",
      text: 'the result of `unfit` does not fit its return type: `[0]` is the text "a"; expected a number',
    },
  ]);
});
