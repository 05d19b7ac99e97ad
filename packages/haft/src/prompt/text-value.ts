// Text from a command line or a prompt, turned into a value by a schema: `3` is a number where one is asked for.

import type { JsonSchema } from "@haft/contract";
import { resolveReference, textToValue } from "@haft/contract/validation";
import type { Json } from "@haft/sdk/wire";

/** Why a text is no value of its schema: the end of "it …". */
export class TextMisfit extends Error {}

/** The value of `text` for `schema`; `root` holds its `$defs`. Throws `TextMisfit`. */
export function textValue(text: string, schema: JsonSchema, root: JsonSchema): Json {
  const turned = textToValue(text, schema, root);
  if (!turned.ok) throw new TextMisfit(turned.message);
  return turned.value;
}

/** Whether a value for this schema is a list, so that a flag given several times collects one. */
export function takesList(schema: JsonSchema, root: JsonSchema): boolean {
  const resolved = resolve(schema, root, 0);
  const types = Array.isArray(resolved.type) ? resolved.type : [resolved.type];
  return types.includes("array") || alternatives(resolved).some((member) => takesList(member, root));
}

/** What the items of such a list are. */
export function itemSchema(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const resolved = resolve(schema, root, 0);
  if (isSchema(resolved.items)) return resolved.items;
  const list = alternatives(resolved).find((member) => takesList(member, root));
  return list ? itemSchema(list, root) : {};
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const members = schema.anyOf ?? schema.oneOf;
  return Array.isArray(members) ? members.filter(isSchema) : [];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows `$ref` within the document. */
function resolve(schema: JsonSchema, root: JsonSchema, hops: number): JsonSchema {
  if (typeof schema.$ref !== "string" || hops > 16) return schema;
  const target = resolveReference(root, schema.$ref);
  return isSchema(target) ? resolve(target, root, hops + 1) : {};
}
