// What a hostile module may send out of the sandbox in place of an honest definition: it is refused or read, quickly, and
// never breaks the reader.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readDefinition } from "../../src/definitions/index.ts";
import type { ReadRequest } from "../../src/read/reader.ts";

const request: ReadRequest = { language: "typescript", file: "a.tool.ts", text: "export default {};\n" };

const HONEST = {
  type: "definition",
  fields: { name: "t", description: "d", capabilities: [], approval: { required: false } },
  functions: ["handler"],
};

// biome-ignore lint/suspicious/noExplicitAny: what a hostile inside may send
const reading = (answer: any) => readDefinition(request, { evaluate: async () => JSON.parse(JSON.stringify(answer)) });

const withSchema = (schema: unknown) =>
  reading({ ...HONEST, schemas: { inputSchema: { ok: true, vendor: "json-schema", schema } } });

/** References that lead to one schema on 10^30 ways. */
function doubling(levels: number): object {
  const $defs: Record<string, object> = { d0: { type: "object" } };
  for (let level = 1; level <= levels; level++) {
    $defs[`d${level}`] = { anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/d${level - 1}` })) };
  }
  return { $ref: `#/$defs/d${levels}`, $defs };
}

test("references that multiply are each looked at once", async () => {
  const { tools, diagnostics } = await withSchema(doubling(30));
  assert.deepEqual(diagnostics, []);
  assert.equal(tools[0]?.inputSchema.type, "object");
});

test("references in a circle are refused, through the data they are not", async () => {
  for (const schema of [
    { $ref: "#" },
    {
      $ref: "#/$defs/a",
      $defs: { a: { $ref: "#/$defs/b" }, b: { anyOf: [{ type: "object" }, { $ref: "#/$defs/a" }] } },
    },
    { type: "object", properties: { p: { allOf: [{ $ref: "#/properties/p" }] } } },
  ]) {
    const { diagnostics } = await withSchema(schema);
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ["HAFT604"],
      JSON.stringify(schema),
    );
    assert.match(diagnostics[0]?.message ?? "", /in a circle/);
  }
  const tree = {
    type: "object",
    properties: { left: { $ref: "#" }, right: { anyOf: [{ $ref: "#" }, { type: "null" }] } },
  };
  assert.deepEqual((await withSchema(tree)).diagnostics, []);
});

test("a schema is measured before anything walks it", async () => {
  let deep: object = {};
  for (let level = 0; level < 3_000; level++) deep = { not: deep };
  assert.deepEqual(
    (await withSchema(deep)).diagnostics.map(({ code }) => code),
    ["HAFT102"],
  );
  const wide = { properties: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`p${n}`, {}])) };
  assert.deepEqual(
    (await withSchema(wide)).diagnostics.map(({ code }) => code),
    ["HAFT102"],
  );
});

test("keys of JavaScript's own are keys like any other", async () => {
  const schema = JSON.parse(
    '{ "type": "object", "definitions": { "__proto__": { "type": "string" } }, "properties": { "__proto__": { "$ref": "#/definitions/__proto__" }, "constructor": {} }, "__proto__": { "type": "array" } }',
  );
  const { tools, diagnostics } = await withSchema(schema);
  assert.deepEqual(diagnostics, []);
  const found: unknown = JSON.parse(JSON.stringify(tools[0]?.inputSchema));
  assert.equal(
    JSON.stringify(found),
    '{"type":"object","properties":{"__proto__":{"$ref":"#/$defs/__proto__"},"constructor":{}},"__proto__":{"type":"array"},"$defs":{"__proto__":{"type":"string"}}}',
  );
  assert.equal(Reflect.get({}, "type"), undefined);
});

test("thousands of faults are told by the first of them", async () => {
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`unknown${n}`, 1]));
  const { diagnostics } = await reading({ ...HONEST, fields, schemas: {} });
  assert(diagnostics.length < 100);
  const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`p${n}`, { type: 1 }]));
  assert((await withSchema({ properties })).diagnostics.length < 100);
  const others = Array.from({ length: 5_000 }, () => ({ path: ".a", message: "no" }));
  const marks = { ok: false, vendor: "zod", path: ".a", message: "no", others };
  assert((await reading({ ...HONEST, schemas: { inputSchema: marks } })).diagnostics.length < 100);
});

test("long texts are cut in messages", async () => {
  const long = "x".repeat(200_000);
  for (const answer of [
    { ...HONEST, fields: { ...HONEST.fields, name: long }, schemas: {} },
    { ...HONEST, fields: { ...HONEST.fields, [long]: long }, schemas: {} },
    {
      ...HONEST,
      others: { title: long },
      schemas: { inputSchema: { ok: false, vendor: long, path: `.${long}`, message: long } },
    },
    { type: "load-failed", error: { type: long, message: long, stack: long } },
  ]) {
    for (const { message, hint, tool = "", parameter = "" } of (await reading(answer)).diagnostics) {
      for (const text of [message, hint ?? "", tool, parameter]) assert(text.length < 2_000, text.slice(0, 100));
    }
  }
});
