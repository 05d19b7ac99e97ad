// Lists: how many items, which, and whether they differ.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { Checking } from "./checking.ts";
import type { Keys } from "./json-path.ts";
import type { Misfit } from "./misfit.ts";
import { hasTwins } from "./twins.ts";

/** Every misfit of a list. */
export function checkArray(schema: JsonSchema, value: readonly unknown[], keys: Keys, checking: Checking): Misfit[] {
  const found: Misfit[] = [];
  const misfit = (keyword: string) => found.push({ keys, keyword, schema, value });
  const { minItems, maxItems, prefixItems, items } = schema;
  if (typeof minItems === "number" && value.length < minItems) misfit("minItems");
  if (typeof maxItems === "number" && value.length > maxItems) misfit("maxItems");
  if (schema.uniqueItems === true && hasTwins(value)) misfit("uniqueItems");
  const places = Array.isArray(prefixItems) ? prefixItems : [];
  // A list that is too long is one mistake, said by `maxItems`.
  const last = items === false && typeof maxItems === "number" ? Math.min(value.length, maxItems) : value.length;
  for (let index = 0; index < last && found.length < 20; index += 1)
    found.push(...checking.check(index < places.length ? places[index] : items, value[index], [...keys, index]));
  if (schema.contains !== undefined && typeof schema.minContains !== "number" && schema.maxContains === undefined) {
    const contained = value.some((one, index) => checking.check(schema.contains, one, [...keys, index]).length === 0);
    if (!contained) misfit("contains");
  }
  return found;
}
