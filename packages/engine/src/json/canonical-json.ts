// JSON in the one form that equal values share (RFC 8785), so that a digest of it can be computed again by anybody.

import { isObject, type Json } from "./json.ts";

/** Canonical text: no white space, keys by their UTF-16 code units, numbers and strings as ECMAScript writes them. */
export function canonicalJson(value: Json): string {
  if (isObject(value)) {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
    return `{${members.join(",")}}`;
  }
  if (typeof value === "object" && value !== null) return `[${value.map(canonicalJson).join(",")}]`;
  return JSON.stringify(value);
}
