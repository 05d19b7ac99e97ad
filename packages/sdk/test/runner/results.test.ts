// What a TypeScript tool's value becomes on its way back, and what is not data.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Module, moduleOf, plan } from "./sandboxed-node.ts";

const SETUP = `
class Point { x = 1; y; constructor() { this.y = 2; } }
class Temperature { #c = 1; get fahrenheit() { return 33; } }
class Money { toJSON() { return "EUR 1"; } }
const circular = {}; circular.self = circular;
const deep = (n) => { let v = 1; for (let i = 0; i < n; i += 1) v = [v]; return v; };
`;

const DATA: readonly [string, string, unknown][] = [
  ["nothing", "undefined", null],
  ["plain values", "({ a: [1, 1.5, true, 'x', null] })", { a: [1, 1.5, true, "x", null] }],
  ["undefined inside", "({ a: undefined, b: [undefined] })", { b: [null] }],
  ["a promise", "Promise.resolve(1)", 1],
  ["dates and urls", "[new Date(0), new URL('http://h/a')]", ["1970-01-01T00:00:00.000Z", "http://h/a"]],
  ["a class that has fields only", "new Point()", { x: 1, y: 2 }],
  ["a class that says how", "[new Money()]", ["EUR 1"]],
  ["an object without a prototype", "Object.assign(Object.create(null), { a: 1 })", { a: 1 }],
  ["a key that is special elsewhere", "JSON.parse('{\"__proto__\": 1}')", JSON.parse('{"__proto__": 1}')],
  ["half a surrogate pair", "'\\ud800'", "\ud800"],
  ["250 levels", "deep(250)", Array.from({ length: 250 }).reduce((value) => [value], 1)],
];

const REFUSED: readonly [string, string, string][] = [
  ["a Map", "({ a: [new Map()] })", "the result at .a[0] is a Map, which is not data"],
  ["a Set", "new Set()", "the result is a Set, which is not data"],
  ["a class with methods", "new Temperature()", "the result is a Temperature, which is not data"],
  ["a function", "({ f: deep })", "the result at .f is a function (deep), which is not data"],
  ["a symbol", "[Symbol('s')]", "the result at [0] is a symbol, which is not data"],
  ["a bigint", "1n", "the result is a bigint, which is not data"],
  ["NaN", "({ a: Number.NaN })", "the result at .a is NaN, which JSON has no number for"],
  ["infinity", "-Infinity", "the result is -Infinity, which JSON has no number for"],
  ["an invalid date", "new Date('x')", "the result is an invalid Date"],
  ["bytes", "[new Uint8Array(1)]", "the result at [0] is a Uint8Array, which is not data"],
  ["a Buffer", "Buffer.from('a')", "the result is a Buffer, which is not data"],
  ["an Error", "new RangeError('r')", "the result is a RangeError, which is not data"],
  ["a regular expression", "/a/", "the result is a RegExp, which is not data"],
  ["a promise inside", "[Promise.resolve(1)]", "the result at [0] is a Promise, which is not data"],
  [
    "a value that contains itself",
    "circular",
    "the result at .self.self.self….self.self is nested deeper than 250 levels, or contains itself",
  ],
  [
    "a place with a long name",
    "{ ['k'.repeat(200)]: { a: /a/ } }",
    `the result at .${"k".repeat(29)}….a is a RegExp, which is not data`,
  ],
  [
    "100,000 levels",
    "deep(100_000)",
    "the result at [0][0][0]…[0][0] is nested deeper than 250 levels, or contains itself",
  ],
];

describe("results", () => {
  let module: Module;
  const slug = (title: string) => `t_${title.replaceAll(/\W/g, "_")}`;
  before(async () => {
    const cases = [
      ...DATA,
      ...REFUSED,
      ["fits", '"x".repeat(4_194_302)', ""],
      ["large", '"é".repeat(2_097_152)', ""],
    ] as const;
    const functions = cases.map(
      ([title, expression]) => `export function ${slug(title)}() { return ${expression}; }\n`,
    );
    module = await moduleOf(
      SETUP + functions.join(""),
      cases.map(([title]) => plan(slug(title))),
    );
  });
  after(() => module[Symbol.asyncDispose]());

  for (const [title, , value] of DATA) {
    test(title, async () => assert.deepEqual(await module.ask(slug(title)), { type: "result", value }));
  }
  for (const [title, , message] of REFUSED) {
    test(`${title} is not serialisable`, async () => {
      const { error } = await module.ask(slug(title));
      assert.deepEqual([error.type, error.message], ["not_serialisable", message]);
      assert.ok(error.hint.length > 5);
    });
  }

  test("a result of four MiB of JSON crosses, more does not", async () => {
    assert.equal((await module.ask(slug("fits"))).value.length, 4_194_302);
    const { error } = await module.ask(slug("large"));
    assert.equal(error.type, "result_too_large");
    assert.equal(error.message, "the result is 4194306 bytes of JSON; at most 4194304 cross");
  });
});
