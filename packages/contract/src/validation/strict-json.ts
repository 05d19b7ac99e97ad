// Reads a whole text as JSON, strictly, with the place of what is wrong.

import type { Json } from "@haft/sdk/wire";
import { JsonFault, scanJson } from "./scan-json.ts";

/** A JSON value, or why there is none. `line` and `column` are 1-based; columns count UTF-16 units. */
export type StrictJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string; readonly line: number; readonly column: number };

/**
 * Parses JSON and refuses what would be changed silently: a key written twice in one object, half of a surrogate pair, a
 * number that a double cannot hold exactly, nesting over 500.
 *
 * @example
 * const parsed = parseStrictJson('{"a": 1, "a": 2}');
 * // { ok: false, message: 'the name "a" stands twice in one object', line: 1, column: 10 }
 */
export function parseStrictJson(text: string): StrictJson {
  try {
    const { value, end } = scanJson(text, 0);
    const rest = text.slice(end).search(/[^ \t\n\r]/);
    if (rest >= 0) throw new JsonFault("there is more after the value", end + rest);
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const before = text.slice(0, error.offset).split("\n");
    return { ok: false, message: error.message, line: before.length, column: (before.at(-1) ?? "").length + 1 };
  }
}
