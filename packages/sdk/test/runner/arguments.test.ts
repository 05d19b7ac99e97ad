// What a TypeScript tool receives: every row of the table of types, by its class and value inside.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Module, moduleOf, plan, positional } from "./sandboxed-node.ts";

const SOURCE = `
import { inspect } from "node:util";
export function show(value) {
  const kind = value === null ? "null" : typeof value === "object" ? value.constructor.name : typeof value;
  return kind + " " + inspect(value, { depth: 9, breakLength: Infinity });
}
export function all(cases) { return cases; }
`;

const TEXT = { kind: "text" };
const NUMBER = { kind: "number" };
const DATE = { kind: "text-class", as: "Date" };
const URLS = { kind: "text-class", as: "URL" };
const field = (name: string, shape: object, required = true) => ({ name, shape, required });
const MEETING = { kind: "record", as: "object", fields: [field("at", DATE), field("title", TEXT, false)] };
const NODE = {
  kind: "record",
  as: "object",
  fields: [field("at", DATE), field("next", { kind: "ref", name: "Node" }, false)],
};

const FITS: readonly [string, object, unknown, string][] = [
  ["text", TEXT, "a", "string 'a'"],
  ["number", NUMBER, 1.5, "number 1.5"],
  ["truth", { kind: "boolean" }, false, "boolean false"],
  ["null", { kind: "null" }, null, "null null"],
  ["anything", { kind: "any" }, { a: [1] }, "Object { a: [ 1 ] }"],
  ["date and time", DATE, "2026-03-01T09:00:00Z", "Date 2026-03-01T09:00:00.000Z"],
  ["url", URLS, "https://example.com/a", "URL URL { href: 'https://example.com/a',"],
  ["list of dates", { kind: "list", items: DATE }, ["2026-03-01T09:00:00+01:00"], "Array [ 2026-03-01T08:00:00.000Z ]"],
  ["tuple with an optional part", { kind: "tuple", items: [TEXT, DATE], minItems: 1 }, ["a"], "Array [ 'a' ]"],
  [
    "tuple with a rest",
    { kind: "tuple", items: [TEXT], rest: DATE, minItems: 1 },
    ["a", "2026-03-01T09:00:00Z"],
    "Array [ 'a', 2026-03-01T09:00:00.000Z ]",
  ],
  [
    "map",
    { kind: "map", keys: "text", values: DATE },
    { a: "2026-03-01T09:00:00Z" },
    "Object { a: 2026-03-01T09:00:00.000Z }",
  ],
  ["record", MEETING, { at: "2026-03-01T09:00:00Z" }, "Object { at: 2026-03-01T09:00:00.000Z }"],
  ["choice", { kind: "literal", values: ["a", 1] }, 1, "number 1"],
  ["enum", { kind: "enum", class: { name: "Color" }, values: ["red"] }, "red", "string 'red'"],
  ["union of a date and text", { kind: "union", members: [DATE, TEXT] }, "soon", "string 'soon'"],
  [
    "union of records",
    { kind: "union", members: [MEETING, { kind: "record", as: "object", fields: [field("url", URLS)] }] },
    { url: "http://h/" },
    "Object { url: URL {",
  ],
  [
    "recursive record",
    { kind: "ref", name: "Node" },
    { at: "2026-03-01T09:00:00Z", next: { at: "2026-03-02T09:00:00Z" } },
    "Object { at: 2026-03-01T09:00:00.000Z, next: { at: 2026-03-02T09:00:00.000Z } }",
  ],
];

const REFUSED: readonly [string, object, unknown, string][] = [
  [
    "a place inside",
    { kind: "list", items: MEETING },
    [{ at: "soon" }],
    'value[0].at: "soon" is no date and time in ISO 8601',
  ],
  ["a missing property", MEETING, {}, "value: the property at is missing"],
  ["an unknown property", MEETING, { at: "2026-03-01T09:00:00Z", by: 1 }, "value: the property by is not known"],
  ["no url", URLS, "nowhere", 'value: "nowhere" is no URL'],
  ["another type", NUMBER, "1", "value: a number is needed, not text"],
];

const slug = (title: string) => title.replaceAll(/\W/g, "_");

describe("arguments", () => {
  let module: Module;
  before(async () => {
    const plans = [...FITS, ...REFUSED].map(([title, shape]) =>
      plan(slug(title), {
        exportName: "show",
        function: "show",
        parameters: [positional("value", shape)],
        definitions: { Node: NODE },
      }),
    );
    module = await moduleOf(SOURCE, plans);
  });
  after(() => module[Symbol.asyncDispose]());

  for (const [title, , value, shown] of FITS) {
    test(title, async () => {
      const answer = await module.ask(slug(title), { value });
      assert.ok(String(answer.value).startsWith(shown), JSON.stringify(answer));
    });
  }
  for (const [title, , value, message] of REFUSED) {
    test(title, async () => {
      const answer = await module.ask(slug(title), { value });
      const hint = "haft tools shows which arguments it takes";
      assert.deepEqual(answer, { type: "error", error: { type: "invalid_arguments", message, hint } });
    });
  }
});

describe("ways of passing", () => {
  const source = `
import { defineTool } from "haft";
import { z } from "zod";
export function places(a, b = 2, ctx, c = 3) { return [a, b, ctx?.tenantId ?? null, c]; }
export const collected = ({ a, b = 5 }, ctx) => [a, b, Object.keys(arguments_of(a)), ctx.callId];
const arguments_of = (a) => ({ a });
export function renamed() { return "inner"; }
export { renamed as outer };
export default defineTool({
  name: "add", description: "d", capabilities: [], approval: { required: false },
  inputSchema: z.object({ a: z.number(), b: z.number().default(0), when: z.string().transform((text) => new Date(text)).optional() }),
  handler: ({ a, b, when }, ctx) => [a + b, when instanceof Date, ctx.bundle],
});
export const refined = {
  inputSchema: z.object({ a: z.number().refine(() => { throw new Error("no number is good"); }) }),
  handler: () => 1,
};
export const plain = { inputSchema: { type: "object" }, name: "plain", handler(input) { return [this.name, input]; } };
`;
  const any = { kind: "any" };
  const context = { passing: "context", positional: true };
  const plans = [
    plan("places", { parameters: [positional("a", any), positional("b", any), context, positional("c", any)] }),
    plan("collected", {
      parameters: [
        {
          passing: "object",
          fields: [
            { name: "a", shape: any },
            { name: "b", shape: any },
          ],
        },
        context,
      ],
    }),
    plan("outer", { function: "renamed" }),
    plan("add", { form: "definition", exportName: "default" }),
    plan("refined", { form: "definition" }),
    plan("plain", { form: "definition" }),
    plan("absent"),
  ];
  let module: Module;
  before(async () => {
    module = await moduleOf(source, plans);
  });
  after(() => module[Symbol.asyncDispose]());

  const rows: readonly [string, object, unknown][] = [
    ["places", { a: 1 }, [1, 2, "acme", 3]],
    ["places", { a: 1, c: 9 }, [1, 2, "acme", 9]],
    ["collected", { a: 1 }, [1, 5, ["a"], "call-1"]],
    ["outer", {}, "inner"],
    ["add", { a: 1 }, [1, false, "desk"]],
    ["add", { a: 1, b: 2, when: "2026-03-01" }, [3, true, "desk"]],
    ["plain", { a: 1 }, ["plain", { a: 1 }]],
  ];
  for (const [tool, args, value] of rows) {
    test(`${tool} with ${JSON.stringify(args)}`, async () => {
      assert.deepEqual(await module.ask(tool, args), { type: "result", value });
    });
  }

  test("what the definition's own schema refuses is invalid_arguments", async () => {
    const { error } = await module.ask("add", { a: "x" });
    assert.deepEqual(
      [error.type, error.message],
      ["invalid_arguments", "a: Invalid input: expected number, received string"],
    );
    assert.equal((await module.ask("refined", { a: 1 })).error.type, "invalid_arguments");
  });

  test("an argument that the tool does not have is refused with those that it has", async () => {
    const { error } = await module.ask("places", { d: 1 });
    assert.equal(error.message, "places has no argument d; it has: a, b, c");
  });

  test("a tool whose export is missing is told so", async () => {
    const { error } = await module.ask("absent");
    assert.deepEqual([error.type, error.message], ["load_failed", "the loaded module exports no function absent"]);
  });
});
