// What each provider is sent: strict only where the schema qualifies, nothing that it refuses, and nothing lost in silence.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { deriveSchema } from "../../src/providers/derive-schema.ts";
import { PROVIDERS, RULES } from "../../src/providers/provider-rules.ts";
import { strictRefusals } from "../../src/providers/strict-refusals.ts";
import { schemasIn } from "../../src/providers/walk-schema.ts";
import { printArguments } from "../../src/schema/print-schema.ts";
import { compiledCheck } from "../../src/validation/compile.ts";
import { arbitraryType } from "../validation/arbitrary-types.ts";

const closed = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

describe("strict mode", () => {
  it("of OpenAI is asked for where every property is required and every keyword is taken", () => {
    assert.equal(deriveSchema(closed({ a: { type: "integer", minimum: 1 } }), "openai").strict, true);
    assert.equal(deriveSchema(closed({ a: { type: "string" } }, []), "openai").strict, false);
    assert.equal(deriveSchema(closed({ a: { type: "object" } }), "openai").strict, false);
  });

  it("of OpenAI refuses what it does not know, and only that is a keyword's fault", () => {
    const schema = closed({ a: { type: "string", minLength: 2 }, b: { type: "array", uniqueItems: true } }, ["a"]);
    const keywords = strictRefusals(schema, "openai")?.map(({ path, keyword }) => [path.join("."), keyword]);
    assert.deepEqual(keywords, [
      ["", undefined],
      ["a", "minLength"],
      ["b", "uniqueItems"],
    ]);
  });

  it("of Anthropic takes optional properties, and no recursion", () => {
    assert.equal(deriveSchema(closed({ a: { type: "string" } }, []), "anthropic").strict, true);
    const node = closed({ next: { $ref: "#/$defs/Node" } }, []);
    assert.equal(
      deriveSchema({ ...closed({ a: { $ref: "#/$defs/Node" } }), $defs: { Node: node } }, "anthropic").strict,
      false,
    );
  });

  it("is not asked for of others", () => {
    for (const provider of ["google", "openai-compatible"] as const)
      assert.equal(deriveSchema(closed({ a: { type: "string" } }), provider).strict, false);
  });
});

describe("a derived schema", () => {
  it("says in words what Google refuses", () => {
    const { schema, dropped } = deriveSchema(
      closed(
        {
          a: { type: "string", minLength: 2, pattern: "^[a-z]+$", description: "A name." },
          b: { type: "integer", default: 3 },
        },
        ["a"],
      ),
      "google",
    );
    assert.deepEqual(schema.properties, {
      a: { type: "string", description: "A name. Must be at least 2 characters. Must match ^[a-z]+$." },
      b: { type: "integer", description: "Default: 3." },
    });
    assert.deepEqual([...dropped].sort(), ["default", "minLength", "pattern"]);
  });

  it("writes one value as an enum and several types as anyOf for Google", () => {
    const { schema } = deriveSchema(
      closed({
        a: { type: "string", const: "x" },
        b: { type: ["string", "integer", "null"], minimum: 1, description: "B." },
        c: { type: ["string", "null"] },
      }),
      "google",
    );
    assert.deepEqual(schema.properties, {
      a: { type: "string", enum: ["x"] },
      b: { description: "B.", anyOf: [{ type: "string" }, { type: "integer", minimum: 1 }, { type: "null" }] },
      c: { type: ["string", "null"] },
    });
  });

  it("has no default beside a reference, for any provider", () => {
    const schema = {
      ...closed({ a: { $ref: "#/$defs/P", default: { x: 1 }, description: "Where." } }, []),
      $defs: { P: closed({ x: { type: "number" } }) },
    };
    for (const provider of PROVIDERS)
      assert.deepEqual(Reflect.get(Object(deriveSchema(schema, provider).schema.properties), "a"), {
        $ref: "#/$defs/P",
        description: 'Where. Default: {"x":1}.',
      });
  });

  it("is a valid schema without a refused keyword, whatever the type", () => {
    fc.assert(
      fc.property(arbitraryType, fc.constantFrom(...PROVIDERS), (type, provider) => {
        const { schema } = printArguments([{ name: "a", type, required: true }], "typescript");
        const derived = deriveSchema(schema, provider);
        compiledCheck(derived.schema);
        for (const inner of schemasIn(derived.schema))
          for (const keyword of Object.keys(inner.schema)) assert.ok(!RULES[provider].refused.has(keyword), keyword);
        if (derived.strict) assert.deepEqual(derived.schema, schema);
      }),
      { numRuns: 200 },
    );
  });
});
