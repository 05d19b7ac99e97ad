// Collects the faults of one definition, each at its field.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { DefinitionOutline } from "./outline/outline.ts";

/** What is wrong with one field. */
export interface FieldFault {
  readonly field: string;
  /** The part of the field, `.required`; default: the field itself. */
  readonly path?: string;
  /** Default HAFT604. */
  readonly code?: string;
  readonly severity?: "error" | "warning";
  readonly message: string;
  readonly hint: string;
  readonly parameter?: string;
  /** Nothing is there: not told where a misspelt field is, which is told itself. */
  readonly isMissing?: boolean;
}

/** The faults found so far. */
export class Faults {
  readonly diagnostics: Diagnostic[] = [];
  readonly #outline: DefinitionOutline;
  readonly #tool: string | undefined;
  readonly #misspelt: ReadonlySet<string>;

  /** `misspelt`: the fields that unknown ones were meant to be. */
  constructor(outline: DefinitionOutline, tool: string | undefined, misspelt: ReadonlySet<string>) {
    this.#outline = outline;
    this.#tool = tool;
    this.#misspelt = misspelt;
  }

  /** How messages call the tool. */
  get subject(): string {
    return this.#tool === undefined ? "The tool" : `\`${this.#tool}\``;
  }

  add({ field, path, code = "HAFT604", severity = "error", message, hint, parameter, isMissing }: FieldFault): void {
    if (isMissing === true && this.#misspelt.has(field)) return;
    this.diagnostics.push({
      code,
      severity,
      message,
      hint,
      file: this.#outline.file,
      ...this.#outline.place(field, path),
      ...(this.#tool === undefined ? {} : { tool: this.#tool }),
      ...(parameter === undefined ? {} : { parameter }),
    });
  }

  get hasErrors(): boolean {
    return this.diagnostics.some((diagnostic) => diagnostic.severity === "error");
  }
}
