// Collects the diagnostics of one file: each once, in the order of their places.

import type { Span } from "../model/place.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import { severityOf } from "./severity.ts";

/** A problem as a check reports it. */
export interface Finding {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly tool?: string | undefined;
  readonly parameter?: string | undefined;
  /** Where it is not the code's own. */
  readonly severity?: Severity | undefined;
}

/** The diagnostics of one file. */
export class Findings {
  readonly #file: string;
  readonly #found = new Map<string, Diagnostic>();

  constructor(file: string) {
    this.#file = file;
  }

  add(finding: Finding): void {
    const { line, column, endLine, endColumn } = finding.span;
    const diagnostic: Diagnostic = {
      code: finding.code,
      severity: finding.severity ?? severityOf(finding.code),
      message: finding.message,
      ...(finding.hint === undefined ? {} : { hint: finding.hint }),
      file: this.#file,
      line,
      column,
      endLine,
      endColumn,
      ...(finding.tool === undefined ? {} : { tool: finding.tool }),
      ...(finding.parameter === undefined ? {} : { parameter: finding.parameter }),
    };
    const key = `${finding.code} ${line}:${column} ${finding.message}`;
    if (!this.#found.has(key)) this.#found.set(key, diagnostic);
  }

  get hasError(): boolean {
    return [...this.#found.values()].some((diagnostic) => diagnostic.severity === "error");
  }

  /** All of them, by place, then by code. */
  list(): Diagnostic[] {
    return [...this.#found.values()].sort(
      (a, b) => a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
  }
}
