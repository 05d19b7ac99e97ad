// Which schemas are said of what stands at one key of a list or an object.

import { isObject, type Json, type JsonObject } from "../json/json.ts";

/** The schemas of one item or property, by the schema's own keywords. */
export function subschemas(schema: JsonObject, key: string | number): readonly Json[] {
  return typeof key === "number" ? ofItem(schema, key) : ofProperty(schema, key);
}

function ofItem({ prefixItems, items }: JsonObject, index: number): readonly Json[] {
  const place = Array.isArray(prefixItems) ? prefixItems[index] : undefined;
  const said = place ?? items;
  return said === undefined ? [] : [said];
}

function ofProperty(schema: JsonObject, name: string): readonly Json[] {
  const { properties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name] ?? {}];
  // Names that a pattern may match are left alone: matching an author's patterns is the business of the check.
  if (isObject(schema.patternProperties) || additionalProperties === undefined) return [];
  return [additionalProperties];
}
