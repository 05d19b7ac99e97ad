// Collects the faults of one definition, each at its field.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { Findings } from "../diagnostics/findings.ts";
import type { DefinitionOutline } from "./outline/outline.ts";

/** What is wrong with one field. */
export interface FieldFault {
  readonly field: string;
  /** The part of the field, `.required`; default: the field itself. */
  readonly path?: string;
  /** Default HAFT604. */
  readonly code?: string;
  readonly message: string;
  readonly hint: string;
  readonly parameter?: string | undefined;
  /** Nothing is there: not told where a misspelt field is, which is told itself. */
  readonly isMissing?: boolean;
}

/** The faults found so far. */
export class Faults {
  /** How messages call the tool. */
  readonly subject: string;
  readonly #findings: Findings;
  readonly #outline: DefinitionOutline;
  readonly #tool: string | undefined;
  readonly #misspelt: ReadonlySet<string>;

  /** `misspelt`: the fields that unknown ones were meant to be. */
  constructor(outline: DefinitionOutline, tool: string | undefined, misspelt: ReadonlySet<string>) {
    this.subject = tool === undefined ? "the tool" : `\`${tool}\``;
    this.#findings = new Findings(outline.file);
    this.#outline = outline;
    this.#tool = tool;
    this.#misspelt = misspelt;
  }

  add({ field, path, code = "HAFT604", isMissing, ...said }: FieldFault): void {
    if (isMissing === true && this.#misspelt.has(field)) return;
    this.#findings.add({ code, span: this.#outline.place(field, path), tool: this.#tool, ...said });
  }

  get hasError(): boolean {
    return this.#findings.hasError;
  }

  list(): readonly Diagnostic[] {
    return this.#findings.list();
  }
}
