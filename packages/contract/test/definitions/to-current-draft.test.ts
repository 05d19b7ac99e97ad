import assert from "node:assert/strict";
import { test } from "node:test";
import { toCurrentDraft } from "../../src/definitions/schemas/to-current-draft.ts";

const SEVEN = { $schema: "http://json-schema.org/draft-07/schema#" };

const CONVERTED: readonly (readonly [title: string, before: object, after: object])[] = [
  [
    "definitions and references to them",
    { definitions: { a: { $ref: "#/definitions/b" }, b: {} } },
    { $defs: { a: { $ref: "#/$defs/b" }, b: {} } },
  ],
  ["definitions beside $defs", { definitions: { a: {} }, $defs: { b: {} } }, { $defs: { a: {}, b: {} } }],
  [
    "definitions below the root",
    { properties: { p: { definitions: { q: {} }, $ref: "#/properties/p/definitions/q" } } },
    { properties: { p: { $ref: "#/properties/p/$defs/q", $defs: { q: {} } } } },
  ],
  [
    "a property that is called definitions",
    { properties: { definitions: { type: "string" } }, items: { $ref: "#/properties/definitions" } },
    { properties: { definitions: { type: "string" } }, items: { $ref: "#/properties/definitions" } },
  ],
  [
    "a list of items",
    { items: [{ type: "string" }, { type: "number" }] },
    { prefixItems: [{ type: "string" }, { type: "number" }] },
  ],
  [
    "a list of items and further ones",
    { items: [{}], additionalItems: { type: "string" } },
    { prefixItems: [{}], items: { type: "string" } },
  ],
  ["a list of items and no further ones", { items: [{}], additionalItems: false }, { prefixItems: [{}], items: false }],
  ["further items without a list mean nothing", { items: {}, additionalItems: false }, { items: {} }],
  ["an empty list of items means nothing", { type: "array", items: [] }, { type: "array" }],
  [
    "a reference into a list of items",
    { items: [{ $ref: "#/items/1" }, {}] },
    { prefixItems: [{ $ref: "#/prefixItems/1" }, {}] },
  ],
  [
    "a reference to further items",
    { items: [{}], additionalItems: {}, not: { $ref: "#/additionalItems" } },
    { prefixItems: [{}], items: {}, not: { $ref: "#/items" } },
  ],
  [
    "dependencies of both kinds",
    { dependencies: { a: ["b"], c: { required: ["d"] } } },
    { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
  ],
  [
    "what stands beside a reference counts for nothing, but says something",
    { properties: { a: { $ref: "#", type: "string", description: "It." } } },
    { properties: { a: { $ref: "#", description: "It." } } },
  ],
  [
    "a name by $id",
    { definitions: { a: { $id: "#here" } }, not: { $ref: "#here" } },
    { not: { $ref: "#here" }, $defs: { a: { $anchor: "here" } } },
  ],
  ["$schema inside", { properties: { a: { ...SEVEN, type: "string" } } }, { properties: { a: { type: "string" } } }],
  [
    "values are not schemas",
    { default: { items: [1] }, enum: [{ definitions: 1 }], const: { dependencies: {} } },
    { default: { items: [1] }, enum: [{ definitions: 1 }], const: { dependencies: {} } },
  ],
];

for (const [title, before, after] of CONVERTED) {
  test(`draft 7: ${title}`, () => {
    assert.deepEqual(toCurrentDraft({ ...SEVEN, ...before }), { schema: after });
  });
}

test("draft 7 is recognised without $schema by what only it has", () => {
  assert.deepEqual(toCurrentDraft({ properties: { a: { items: [{}] } } }), {
    schema: { properties: { a: { prefixItems: [{}] } } },
  });
  const current = {
    properties: { definitions: {}, dependencies: { type: "string" } },
    $ref: "#/$defs/a",
    type: "object",
    $defs: { a: {} },
  };
  assert.deepEqual(toCurrentDraft(current), { schema: current });
});

test("both ways of writing the address of a draft are read, no other draft is", () => {
  for (const $schema of [
    "http://json-schema.org/draft-07/schema",
    "https://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2020-12/schema#",
  ]) {
    assert.deepEqual(toCurrentDraft({ $schema, type: "object" }), { schema: { type: "object" } });
  }
  for (const $schema of [
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://example.com/mine",
    7,
    "",
  ]) {
    const refused = toCurrentDraft({ $schema, type: "object" });
    assert("message" in refused && refused.message.includes(JSON.stringify($schema)));
  }
});
