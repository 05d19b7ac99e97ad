// What goes with a wait and comes back to the companion: JSON of at most 64 KiB.

import type { JsonObject } from "../wire/json.ts";
import { MAX_META_BYTES } from "../wire/wait-limits.ts";

/** A frozen copy; `{}` where there is none. Throws a TypeError or RangeError that names the helper. */
export function checkedMeta(helper: string, meta: unknown): JsonObject {
  if (meta === undefined || meta === null) return Object.freeze({});
  if (typeof meta !== "object" || Array.isArray(meta)) throw new TypeError(`${helper}: meta must be an object`);
  return copied(helper, "meta", meta);
}

/** A copy of an object as JSON. */
export function copied(helper: string, name: string, value: object): JsonObject {
  const text = asJson(helper, name, value);
  const size = Buffer.byteLength(text);
  if (size > MAX_META_BYTES) {
    throw new RangeError(`${helper}: ${name} is ${size} bytes of JSON; at most ${MAX_META_BYTES} are kept`);
  }
  return Object.freeze(JSON.parse(text));
}

function asJson(helper: string, name: string, value: object): string {
  try {
    return JSON.stringify(value, refuseNonFinite);
  } catch (error) {
    throw new TypeError(`${helper}: ${name} must be JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function refuseNonFinite(_key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is no JSON number`);
  return value;
}
