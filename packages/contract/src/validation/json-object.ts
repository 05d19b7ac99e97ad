// Tells JSON objects from other JSON values.

import type { Json, JsonObject } from "@haft/sdk/wire";

/** Whether a JSON value is an object. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
