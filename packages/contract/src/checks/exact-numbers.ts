// Whether a value survives as JSON: whole numbers beyond 2^53 do not.

import type { Json } from "@haft/sdk/wire";

/** Whether every number in a value is held exactly by a double. */
export function isExactJson(value: Json): boolean {
  if (typeof value === "number")
    return Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= 2 ** 53);
  if (Array.isArray(value)) return value.every(isExactJson);
  return typeof value !== "object" || value === null || Object.values(value).every(isExactJson);
}
