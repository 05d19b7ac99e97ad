// A description that is longer than providers take (801).

import type { FunctionModel } from "../model/function.ts";
import { code, type Describing } from "./describing.ts";

/** The longest description that every provider takes, in characters. */
export const LONGEST_DESCRIPTION = 1024;

/** Warns of a description that is too long. */
export function checkLength(tool: FunctionModel, name: string, description: string, describing: Describing): void {
  const length = [...description].length;
  if (length <= LONGEST_DESCRIPTION) return;
  const option = tool.options.find((one) => one.name === "description");
  describing.findings.add({
    code: "HAFT801",
    span: option?.span ?? tool.doc?.span ?? tool.span,
    tool: name,
    message: `${code(name)} has a description of ${length} characters; some providers take no more than ${LONGEST_DESCRIPTION}`,
    hint: 'say less in the first paragraph and in the one that begins with "Use when"',
  });
}
