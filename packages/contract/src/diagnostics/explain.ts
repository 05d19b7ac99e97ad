// Explains one code: what `haft explain` prints and the console shows.

import { CATALOGUE } from "./catalogue/catalogue.ts";
import type { CodeExample } from "./catalogue/entry.ts";
import type { Severity } from "./diagnostic.ts";
import { severityOf } from "./severity.ts";

/** A code, explained, with sources that give it and that do not. */
export interface Explanation {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  readonly explanation: string;
  readonly wrong: CodeExample;
  readonly right: CodeExample;
}

/** Every code, in order. */
export function allCodes(): readonly string[] {
  return CATALOGUE.map((entry) => entry.code);
}

/**
 * Explains a code; `203`, `haft203` and `HAFT203` are one. Undefined for a code that there is not.
 *
 * @example
 * explain("HAFT203")?.title; // No "Use when"
 */
export function explain(code: string): Explanation | undefined {
  const wanted = `HAFT${code
    .trim()
    .toUpperCase()
    .replace(/^HAFT-?/, "")}`;
  const entry = CATALOGUE.find((one) => one.code === wanted);
  return entry === undefined ? undefined : { ...entry, severity: severityOf(entry.code) };
}
