// Local references: the keys of a pointer, and the schema that it leads to.

import type { JsonSchema } from "../../descriptor/tool-descriptor.ts";
import { isRecord } from "../message-shape.ts";

/** The key that a segment of a pointer in a fragment stands for. */
export function decodeSegment(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // A lone `%` stands for itself.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The schema at `#` or `#/…`; undefined where there is none, or the reference is no pointer. */
export function targetOf(reference: string, root: JsonSchema): JsonSchema | boolean | undefined {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const key of reference.slice(2).split("/").map(decodeSegment)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return isRecord(at) || typeof at === "boolean" ? at : undefined;
}
