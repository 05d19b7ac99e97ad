// Arguments at the door of a call: repaired where that is allowed, and held against the tool's schema.

import { BadSchema, validate } from "@haft/contract/validation";
import type { ToolTraits } from "../events/payloads.ts";
import { isObject, type Json, type JsonObject } from "../json/json.ts";
import type { Change } from "./changes.ts";
import { repairArguments } from "./repair-arguments.ts";

/** The arguments as they may run, or why they may not. */
export type AdmittedArguments =
  | { readonly ok: true; readonly arguments: JsonObject; readonly changes: readonly Change[] }
  | {
      readonly ok: false;
      readonly message: string;
      /** Nothing can fit: the schema itself is none. */
      readonly isSchemaFault: boolean;
    };

/** What is known of the tool: of a descriptor. */
export interface DescribedTool {
  readonly name: string;
  readonly inputSchema: { readonly [keyword: string]: unknown };
}

/** Repairs and validates. `given` is masked already. */
export function admitArguments(
  { name, inputSchema }: DescribedTool,
  { repair }: Pick<ToolTraits, "repair">,
  given: Json,
): AdmittedArguments {
  // Plain data of a contract: its type only does not say so.
  const schema = inputSchema as JsonObject;
  const fault = misfit(name, schema, given);
  if (fault === null && isObject(given)) return { ok: true, arguments: given, changes: [] };
  const { value, changes } = repair === false ? { value: given, changes: [] } : repairArguments(schema, given);
  if (changes.length > 0 && isObject(value)) return { ok: true, arguments: value, changes };
  return fault ?? { ok: false, message: `the arguments of \`${name}\` are no object`, isSchemaFault: false };
}

function misfit(name: string, schema: JsonObject, value: Json): Extract<AdmittedArguments, { ok: false }> | null {
  try {
    const checked = validate(schema, value);
    if (checked.ok) return null;
    const issues = checked.issues.map((issue) => issue.message).join("; ");
    return { ok: false, message: `the arguments of \`${name}\` do not fit: ${issues}`, isSchemaFault: false };
  } catch (error) {
    if (!(error instanceof BadSchema)) throw error;
    return { ok: false, message: `the schema of \`${name}\` is none: ${error.message}`, isSchemaFault: true };
  }
}
