// A problem found by reading: data with a stable code, a place and a remedy.

import type { Span } from "../model/place.ts";

/** How bad a diagnostic is. A file with an error registers none of its tools. */
export type Severity = "error" | "warning";

/** One problem. Lines and columns are 1-based; columns count UTF-16 units. */
export interface Diagnostic extends Span {
  readonly code: string;
  readonly severity: Severity;
  /** Names the tool, the parameter and what was found. */
  readonly message: string;
  /** What to write instead, with the author's own names in it. */
  readonly hint?: string;
  readonly file: string;
  readonly tool?: string;
  readonly parameter?: string;
}
