// Whether the work of holding a value against a schema is bounded by the size of both. It is where each part of the schema is
// said in one place; parts that are referred to from several, or from within themselves, can double with each level.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";

/** References that name what they mean in one way only, so that two are the same exactly where their texts are. */
const PLAIN = /^#\/(?:\$defs|definitions)\/[A-Za-z0-9_.-]+$/;
/** References that mean something else in each place. */
const DYNAMIC = new Set(["$dynamicRef", "$recursiveRef"]);

/** Whether a part of the schema may be said in several places. */
export function mayMultiply(schema: JsonSchema): boolean {
  const seen = new Set<unknown>();
  let references = 0;
  let plain = true;
  const open: unknown[] = [schema];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== "object" || part === null) continue;
    for (const [keyword, value] of Object.entries(part)) {
      if (DYNAMIC.has(keyword)) return true;
      if (keyword === "$ref" && typeof value === "string") {
        references += 1;
        plain &&= PLAIN.test(value);
        seen.add(value);
      } else if (typeof value === "object" && value !== null) open.push(value);
    }
  }
  return references > 0 && (!plain || seen.size < references);
}
