// Which codes are warnings. All others are errors, and a file with an error registers none of its tools.

import type { Severity } from "./diagnostic.ts";

const WARNINGS = new Set(["HAFT205", "HAFT306", "HAFT307", "HAFT309", "HAFT711", "HAFT712", "HAFT801", "HAFT802"]);

/** How bad a code is by itself; a toolset that is not strict makes warnings of some errors. */
export function severityOf(code: string): Severity {
  return WARNINGS.has(code) ? "warning" : "error";
}
