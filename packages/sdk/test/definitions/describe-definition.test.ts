import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { describeDefinition } from "../../src/definitions/describe-definition.ts";

test("data, functions and schemas are told apart, and what is none of them in words", () => {
  const list: unknown[] = [];
  list.push(list);
  const described = describeDefinition({
    default: {
      name: "t",
      approval: { required: true, reason: undefined },
      handler() {},
      run: () => 1,
      inputSchema: { type: "object" },
      outputSchema: z.string(),
      absent: undefined,
      when: new Date(0),
      nested: { a: [1, { b: 2n }] },
      count: Number.NaN,
      loop: list,
      schemaInAnotherField: z.string(),
    },
  });
  assert.deepEqual(described, {
    type: "definition",
    fields: { name: "t", approval: { required: true } },
    functions: ["handler", "run"],
    schemas: {
      inputSchema: { ok: true, vendor: "json-schema", schema: { type: "object" } },
      outputSchema: {
        ok: true,
        vendor: "zod",
        schema: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "string" },
      },
    },
    others: {
      when: "a Date",
      nested: "a bigint at `nested.a[1].b`",
      count: "NaN",
      loop: "an object that is nested too deeply or contains itself",
      schemaInAnotherField: "a ZodString",
    },
  });
  assert.doesNotThrow(() => JSON.stringify(described));
});

for (const [exported, found] of [
  [{}, /no default export/],
  [{ default: undefined }, /undefined, not an object/],
  [{ default: null }, /null, not an object/],
  [{ default: "add" }, /a text, not an object/],
  [{ default: () => 1 }, /a function, not an object/],
  [{ default: class Add {} }, /a class, not an object/],
  [{ default: [] }, /a list, not an object/],
  [{ default: z.object({}) }, /a ZodObject, not an object/],
] as const) {
  test(`a module without a definition is refused: ${found.source}`, () => {
    const described = describeDefinition(exported);
    assert(described.type === "load-failed");
    assert.equal(described.error.type, "not_a_definition");
    assert.match(described.error.message, found);
  });
}

test("a key that is called __proto__ is one like any other", () => {
  const described = describeDefinition({ default: { approval: JSON.parse('{ "__proto__": { "required": true } }') } });
  assert(described.type === "definition");
  assert.equal(JSON.stringify(described.fields), '{"approval":{"__proto__":{"required":true}}}');
});

test("a schema whose conversion throws is told with its error", () => {
  const hostile = {
    "~standard": {
      version: 1,
      vendor: "mine",
      validate: () => ({ value: 1 }),
      jsonSchema: {
        input: () => {
          throw new Error("not today");
        },
      },
    },
  };
  const described = describeDefinition({ default: { inputSchema: hostile } });
  assert(described.type === "definition");
  assert.deepEqual(described.schemas.inputSchema, { ok: false, vendor: "mine", path: "", message: "not today" });
});

test("a vendor that only knows draft 7 is asked for that", () => {
  const schema = {
    "~standard": {
      version: 1,
      vendor: "old",
      validate: () => ({ value: 1 }),
      jsonSchema: {
        input({ target }: { target: string }) {
          if (target !== "draft-07") throw new Error(`unsupported: ${target}`);
          return { $schema: "http://json-schema.org/draft-07/schema#", type: "object" };
        },
      },
    },
  };
  const described = describeDefinition({ default: { inputSchema: schema } });
  assert(described.type === "definition");
  assert.equal(described.schemas.inputSchema?.ok, true);
});
