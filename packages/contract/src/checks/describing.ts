// What the checks of one module share.

import type { Language } from "../descriptor/tool-descriptor.ts";
import type { Severity } from "../diagnostics/diagnostic.ts";
import type { Findings } from "../diagnostics/findings.ts";
import type { FunctionModel, ModuleModel } from "../model/function.ts";

/** One module that is being described. */
export interface Describing {
  readonly language: Language;
  readonly file: string;
  readonly strict: boolean;
  /** The toolset's time-out. */
  readonly timeoutSeconds: number;
  readonly provider: string | undefined;
  readonly model: ModuleModel;
  readonly findings: Findings;
}

const LOOSE = new Set(["HAFT201", "HAFT202", "HAFT203", "HAFT204", "HAFT205", "HAFT206", "HAFT212", "HAFT301"]);

/** How bad a code is for a tool; undefined: not asked for. */
export function askedFor(code: string, tool: FunctionModel, describing: Describing): Severity | "own" | undefined {
  if (tool.form === "plnt") {
    if (code === "HAFT201") return "warning";
    return code.startsWith("HAFT2") || code === "HAFT301" || code === "HAFT307" ? undefined : "own";
  }
  if (describing.strict) return "own";
  if (code === "HAFT211") return undefined;
  return LOOSE.has(code) ? "warning" : "own";
}

const LONGEST_CODE = 100;

/** Text as it stands in code, for messages; cut where it would hide them. */
export function code(text: string): string {
  return `\`${text.length > LONGEST_CODE ? `${text.slice(0, LONGEST_CODE - 1)}…` : text}\``;
}

/** Names as a list for a message. */
export function codes(names: readonly string[]): string {
  return names.map(code).join(", ");
}

/** A sentence of a language's reader as the end of a message or a hint: without capital and full stop. */
export function unframed(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase()).replace(/(?<=[^.])\.$/, "");
}
