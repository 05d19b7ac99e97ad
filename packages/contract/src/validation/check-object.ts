// Objects: which names there are, which must be, and what stands under each.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { Checking } from "./checking.ts";
import type { Keys } from "./json-path.ts";
import type { Misfit } from "./misfit.ts";
import { matchesPattern } from "./patterns.ts";
import { isObject } from "./resolve-reference.ts";

type Values = { readonly [key: string]: unknown };

function checkNames(schema: JsonSchema, value: Values, keys: Keys, checking: Checking): Misfit[] {
  const found: Misfit[] = [];
  const names = Object.keys(value);
  const { minProperties, maxProperties } = schema;
  if (typeof minProperties === "number" && names.length < minProperties)
    found.push({ keys, keyword: "minProperties", schema, value });
  if (typeof maxProperties === "number" && names.length > maxProperties)
    found.push({ keys, keyword: "maxProperties", schema, value });
  for (const name of Array.isArray(schema.required) ? schema.required : [])
    if (typeof name === "string" && !Object.hasOwn(value, name))
      found.push({ keys, keyword: "required", schema, value, name });
  if (schema.propertyNames !== undefined)
    for (const name of names)
      if (checking.check(schema.propertyNames, name, keys).length > 0)
        found.push({ keys, keyword: "propertyNames", schema, value, name });
  if (isObject(schema.dependentRequired))
    for (const [name, needed] of Object.entries(schema.dependentRequired))
      if (Object.hasOwn(value, name) && Array.isArray(needed))
        for (const other of needed)
          if (typeof other === "string" && !Object.hasOwn(value, other))
            found.push({ keys, keyword: "required", schema, value, name: other });
  return found;
}

/** Every misfit of an object. */
export function checkObject(schema: JsonSchema, value: Values, keys: Keys, checking: Checking): Misfit[] {
  const found = checkNames(schema, value, keys, checking);
  const properties = isObject(schema.properties) ? schema.properties : {};
  const patterns = isObject(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  for (const [name, inner] of Object.entries(value)) {
    if (found.length >= 20) break;
    const at = [...keys, name];
    const declared = Object.hasOwn(properties, name);
    const matching = patterns.filter(([pattern]) => matchesPattern(pattern, name));
    if (declared) found.push(...checking.check(properties[name], inner, at));
    for (const [, pattern] of matching) found.push(...checking.check(pattern, inner, at));
    if (declared || matching.length > 0) continue;
    if (schema.additionalProperties === false)
      found.push({ keys, keyword: "additionalProperties", schema, value, name });
    else found.push(...checking.check(schema.additionalProperties, inner, at));
  }
  return found;
}
