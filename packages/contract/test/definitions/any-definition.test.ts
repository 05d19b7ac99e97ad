// Whatever arrives as a definition, reading it ends in a tool or in diagnostics, never in an exception, and a tool that is
// read can be called: its schema compiles.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { DefinitionMessage } from "@haft/sdk/wire";
import fc from "fast-check";
import { checkDefinition } from "../../src/definitions/check-definition.ts";
import { outlineOf } from "../../src/definitions/outline/outline.ts";
import { toCurrentDraft } from "../../src/definitions/schemas/to-current-draft.ts";
import type { ReadRequest } from "../../src/read/reader.ts";
import { compiledCheck } from "../../src/validation/compile.ts";

const request: ReadRequest = { language: "typescript", file: "a.tool.ts", text: "export default { inputSchema };\n" };

function outline() {
  const found = outlineOf(request.file, request.text);
  assert(!("code" in found));
  return found;
}

/** Objects whose keys are keywords, with values that sometimes fit them. */
const { schema } = fc.letrec<{ schema: object | boolean }>((tie) => {
  const schemas = fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("schema"), { maxKeys: 3 });
  const list = fc.array(tie("schema"), { maxLength: 3 });
  const text = fc.constantFrom(
    "string",
    "object",
    "#",
    "#/$defs/a",
    "#/definitions/b",
    "#/properties/a/items/0",
    "#/%",
    "[",
    "a",
  );
  return {
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.boolean(),
      fc.record(
        {
          $ref: text,
          $defs: schemas,
          definitions: schemas,
          properties: schemas,
          dependencies: fc.oneof(schemas, fc.dictionary(fc.string(), fc.array(fc.string()))),
          items: fc.oneof(tie("schema"), list),
          additionalItems: tie("schema"),
          anyOf: list,
          not: tie("schema"),
          type: fc.oneof(text, fc.array(text)),
          pattern: text,
          required: fc.oneof(fc.boolean(), fc.array(fc.string())),
          exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
        },
        { requiredKeys: [] },
      ),
    ),
  };
});

test("any schema is read or refused, and one that is read compiles", () => {
  const read = new Set<boolean>();
  const inAnObject = fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.constantFrom("a", "b"), schema, { maxKeys: 2 }),
    $defs: fc.record({ a: fc.constant({ type: "string" }) }),
  });
  fc.assert(
    fc.property(fc.oneof(schema, inAnObject), (given) => {
      const message: DefinitionMessage = {
        type: "definition",
        fields: { name: "t", description: "d", capabilities: [], approval: { required: false } },
        functions: ["handler"],
        schemas: { inputSchema: { ok: true, vendor: "json-schema", schema: JSON.parse(JSON.stringify(given)) } },
      };
      const { tools, diagnostics } = checkDefinition(message, outline(), request);
      assert.equal(tools.length === 0, diagnostics.length > 0);
      read.add(tools.length > 0);
      for (const { inputSchema } of tools) {
        assert.equal(inputSchema.type, "object");
        assert.equal(typeof compiledCheck(inputSchema)({}), "boolean");
      }
    }),
    { numRuns: 300 },
  );
  assert.equal(read.size, 2, "both happen");
});

test("converting twice changes nothing", () => {
  fc.assert(
    fc.property(schema, (given) => {
      if (typeof given === "boolean") return;
      const once = toCurrentDraft({ $schema: "http://json-schema.org/draft-07/schema#", ...given });
      assert("schema" in once);
      assert.deepEqual(
        toCurrentDraft({ $schema: "https://json-schema.org/draft/2020-12/schema", ...once.schema }),
        once,
      );
    }),
    { numRuns: 300 },
  );
});

test("any fields end in a tool or in diagnostics", () => {
  const fields = fc.record(
    {
      name: fc.jsonValue(),
      description: fc.jsonValue(),
      capabilities: fc.jsonValue(),
      approval: fc.oneof(
        fc.jsonValue(),
        fc.record({ required: fc.jsonValue(), reason: fc.jsonValue(), onDenied: fc.jsonValue() }),
      ),
      timeoutSeconds: fc.jsonValue(),
      title: fc.jsonValue(),
      readOnly: fc.jsonValue(),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fields, fc.array(fc.string()), (given, functions) => {
      const message: DefinitionMessage = {
        type: "definition",
        fields: JSON.parse(JSON.stringify(given)),
        functions,
        schemas: {},
      };
      const { tools, diagnostics } = checkDefinition(message, outline(), request);
      assert.deepEqual(tools, []);
      assert(diagnostics.length > 0);
      for (const { message: said, hint } of diagnostics) assert(said.length > 0 && (hint ?? "").length > 0);
    }),
    { numRuns: 200 },
  );
});
