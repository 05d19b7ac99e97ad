// What came of parsing a definition.

import type { Json } from "../json/json.ts";
import type { Fault, Parser } from "./parser.ts";

/** The definition, or everything that is wrong with it. */
export type Parsing<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Parses a whole definition; `more` looks for what one field alone does not show. */
export function parseWith<T>(
  parser: Parser<T>,
  given: Json,
  more: (value: T) => readonly Fault[] = () => [],
): Parsing<T> {
  const faults: Fault[] = [];
  const value = parser(given, "", faults);
  if (value === undefined) return { ok: false, faults };
  const others = more(value);
  return others.length === 0 ? { ok: true, value } : { ok: false, faults: others };
}
