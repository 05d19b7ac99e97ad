// What a `$ref` inside one schema points to.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";

/** Whether a value is an object that can be looked into by key. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schema at a reference such as `#/$defs/Node`, or undefined for one that leads nowhere in this schema. */
export function resolveReference(root: JsonSchema, reference: string): JsonSchema | boolean | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.slice(2).split("/")) {
    const key = keyOf(part);
    if (key === undefined) return undefined;
    if (Array.isArray(at)) at = at[Number(key)];
    else if (isObject(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return isObject(at) || typeof at === "boolean" ? at : undefined;
}

/** The key that a part of a reference names; undefined for an escape that is none. */
function keyOf(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}
