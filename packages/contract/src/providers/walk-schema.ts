// Goes through every schema inside a schema, with where it stands.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { isObject } from "../validation/resolve-reference.ts";

const ONE = ["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "$defs"];

/** A schema inside a schema, and the properties that lead to it. */
export interface InnerSchema {
  readonly schema: JsonSchema;
  readonly path: readonly string[];
}

/** A schema and all schemas inside it. */
export function* schemasIn(schema: JsonSchema, path: readonly string[] = []): Generator<InnerSchema> {
  yield { schema, path };
  for (const key of ONE) if (isObject(schema[key])) yield* schemasIn(schema[key], path);
  for (const key of LISTS) {
    const list = schema[key];
    if (Array.isArray(list)) for (const one of list) if (isObject(one)) yield* schemasIn(one, path);
  }
  for (const key of MAPS) {
    const map = schema[key];
    if (!isObject(map)) continue;
    for (const [name, one] of Object.entries(map))
      if (isObject(one)) yield* schemasIn(one, key === "properties" ? [...path, name] : path);
  }
}

/** The same schema with every schema inside it changed, from the innermost out. */
export function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inside = (value: unknown) => (isObject(value) ? mapSchemas(value, change) : value);
  const changed: Record<string, unknown> = { ...schema };
  for (const key of ONE) if (isObject(changed[key])) changed[key] = inside(changed[key]);
  for (const key of LISTS) if (Array.isArray(changed[key])) changed[key] = changed[key].map(inside);
  for (const key of MAPS) {
    const map = changed[key];
    if (isObject(map)) changed[key] = Object.fromEntries(Object.entries(map).map(([name, one]) => [name, inside(one)]));
  }
  return change(changed);
}
