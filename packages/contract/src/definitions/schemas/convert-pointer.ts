// A reference inside a schema of draft 7, as it reads once the schema is one of 2020-12.

import type { JsonSchema } from "../../descriptor/tool-descriptor.ts";
import { isRecord } from "../message-shape.ts";
import { decodeSegment } from "./pointer.ts";
import { holdingOf } from "./positions.ts";

/** `#/definitions/a/items/0` becomes `#/$defs/a/prefixItems/0`; what is no local pointer stays. */
export function convertPointer(reference: string, root: JsonSchema): string {
  if (!reference.startsWith("#/")) return reference;
  const segments = reference.slice(2).split("/");
  let at: unknown = root;
  // Names below these are the author's, not keywords.
  let names = false;
  const converted = segments.map((segment) => {
    const key = decodeSegment(segment);
    const parent = at;
    at = isRecord(parent) || Array.isArray(parent) ? Reflect.get(parent, key) : undefined;
    if (names || !isRecord(parent)) {
      names = false;
      return segment;
    }
    const keyword = keywordOf(key, parent);
    names = isRecord(at) && (keyword === "$defs" || key === "dependencies" || holdingOf(keyword) === "map");
    return keyword;
  });
  return `#/${converted.join("/")}`;
}

function keywordOf(key: string, schema: JsonSchema): string {
  if (key === "definitions") return "$defs";
  if (key === "dependencies") return "dependentSchemas";
  if (key === "items" && Array.isArray(schema.items)) return "prefixItems";
  return key === "additionalItems" ? "items" : key;
}
