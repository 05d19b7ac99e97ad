// What is said of a result that does not fit the type its tool gives: it is handed over all the same.

import type { ToolDescriptor } from "@haft/contract";
import { validate } from "@haft/contract/validation";
import type { Json } from "@haft/sdk/wire";

/** The warning, or undefined where the result fits or its tool gives no type. */
export function resultWarning({ name, outputSchema }: ToolDescriptor, value: Json): string | undefined {
  if (outputSchema === undefined) return undefined;
  const checked = validate(outputSchema, value);
  if (checked.ok) return undefined;
  const issues = checked.issues.map((issue) => issue.message).join("; ");
  return `the result of \`${name}\` does not fit its return type: ${issues}`;
}
