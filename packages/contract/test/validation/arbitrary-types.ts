// Random types, and random values that are meant for them or not.

import type { Json } from "@haft/sdk/wire";
import fc from "fast-check";
import type { TypeNode } from "../../src/model/type.ts";
import { bare } from "../../src/schema/recursion.ts";
import { constraint } from "../schema/type-builders.ts";

const plain: fc.Arbitrary<TypeNode> = fc.constantFrom<TypeNode>(
  { kind: "text" },
  { kind: "integer" },
  { kind: "number" },
  { kind: "boolean" },
  { kind: "null" },
  { kind: "any-object" },
  { kind: "anything" },
  { kind: "shaped-text", format: "date" },
  { kind: "shaped-text", format: "date-time" },
  { kind: "shaped-text", format: "uuid" },
  { kind: "shaped-text", pattern: "^[a-z]+$" },
  {
    kind: "constrained",
    type: { kind: "text" },
    constraints: [constraint("minLength", 2), constraint("maxLength", 4)],
  },
  {
    kind: "constrained",
    type: { kind: "number" },
    constraints: [constraint("minimum", 0), constraint("multipleOf", 0.5)],
  },
  { kind: "constrained", type: { kind: "integer" }, constraints: [constraint("exclusiveMaximum", 3)] },
  { kind: "constrained", type: { kind: "list", items: { kind: "text" } }, constraints: [constraint("maxItems", 2)] },
);

const words = fc.constantFrom("a", "b", "kind", "row-id", "constructor", "toString");

const tree: TypeNode = {
  kind: "named",
  name: "Tree",
  declaration: "a.ts#Tree",
  body: () => ({
    kind: "record",
    as: "object",
    fields: [
      { name: "name", type: { kind: "text" }, required: true },
      { name: "children", type: { kind: "list", items: tree }, required: false },
    ],
  }),
};

/** Any type that the printers know. */
export const arbitraryType: fc.Arbitrary<TypeNode> = fc.letrec<{ type: TypeNode }>((tie) => {
  const type = tie("type");
  const fields = fc.uniqueArray(fc.record({ name: words, type, required: fc.boolean() }), {
    selector: (one) => one.name,
    maxLength: 3,
  });
  return {
    type: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      plain,
      fc.constant(tree),
      fc
        .uniqueArray(fc.constantFrom<Json>("a", "b", 1, 2.5, true, false, null), { minLength: 1, maxLength: 3 })
        .map((values): TypeNode => ({ kind: "literal", values })),
      type.map((items): TypeNode => ({ kind: "list", items })),
      type.map((items): TypeNode => ({ kind: "set", items, frozen: false })),
      fc
        .tuple(type, fc.constantFrom<"text" | "integer">("text", "integer"))
        .map(([values, keys]): TypeNode => ({ kind: "map", keys, values })),
      fc.tuple(fc.array(type, { maxLength: 2 }), fc.option(type, { nil: undefined })).map(([items, rest]): TypeNode => {
        const whole = { kind: "tuple", items, minItems: items.length } as const;
        return rest === undefined ? whole : { ...whole, rest };
      }),
      fc.array(type, { minLength: 1, maxLength: 3 }).map((members): TypeNode => ({ kind: "union", members })),
      fields.map((list): TypeNode => ({ kind: "record", as: "object", fields: list })),
    ),
  };
}).type;

/** Values of the kinds that schemas speak of, whether they fit or not. */
export const arbitraryValue: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(
      "a",
      "b",
      "abc",
      "abcdef",
      "",
      "2026-01-31",
      "2026-02-31",
      "2026-01-31T09:30:00",
      "2026-01-31T09:30:00Z",
      "1",
      "kind",
    ),
    fc.constantFrom<Json>("9b2e4c1a-7f3d-4e5b-8a6c-0d1e2f3a4b5c", 0, 1, 2, 2.5, 0.3, -1, 3, true, false, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(words, fc.constantFrom("1", "-2", "name", "children", "x")), tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** A value that fits a type, made from its parts; undefined for the few that have none in these. */
export function fittingValue(type: TypeNode): Json | undefined {
  if (type.kind === "constrained") return fittingConstrained(type);
  const whole = bare(type);
  switch (whole.kind) {
    case "null":
      return null;
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    case "text":
    case "anything":
      return "abc";
    case "any-object":
      return {};
    case "shaped-text":
      return whole.pattern !== undefined
        ? "abc"
        : { date: "2026-01-31", "date-time": "2026-01-31T09:30:00", uuid: "9b2e4c1a-7f3d-4e5b-8a6c-0d1e2f3a4b5c" }[
            whole.format ?? ""
          ];
    case "literal":
      return whole.values[0];
    case "list":
    case "set": {
      const item = fittingValue(whole.items);
      return item === undefined ? [] : [item];
    }
    case "map": {
      const value = fittingValue(whole.values);
      return value === undefined ? {} : { "1": value };
    }
    case "tuple": {
      const items = whole.items.map(fittingValue);
      return items.includes(undefined) ? undefined : items.filter((item) => item !== undefined);
    }
    case "union":
      return whole.members.map(fittingValue).find((value) => value !== undefined);
    case "record": {
      const needed = whole.fields
        .filter((field) => field.required)
        .map((field) => [field.name, fittingValue(field.type)] as const);
      return needed.some(([, value]) => value === undefined)
        ? undefined
        : Object.fromEntries(needed.map(([name, value]) => [name, value ?? null]));
    }
    default:
      return undefined;
  }
}

function fittingConstrained(type: Extract<TypeNode, { kind: "constrained" }>): Json | undefined {
  const whole = bare(type);
  return whole.kind === "list" ? ["abc"] : fittingValue(whole);
}
