// References that lead back to their own schema without a step into the data: checking a value by it would never end.

import type { JsonSchema } from "../../descriptor/tool-descriptor.ts";
import { isRecord } from "../message-shape.ts";
import { targetOf } from "./pointer.ts";

/** Keywords whose schemas are asked of the same value. */
const SAME_VALUE = ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"] as const;

/** The first reference of a circle that can be reached from `start`; each schema is entered once. */
export function referenceCircle(
  start: JsonSchema,
  root: JsonSchema,
  states: Map<unknown, "open" | "done">,
): string | undefined {
  states.set(start, "open");
  for (const { schema, reference } of stepsFrom(start, root)) {
    const state = states.get(schema);
    if (state === "open") return reference ?? "#";
    const found = state === undefined ? referenceCircle(schema, root, states) : undefined;
    if (found !== undefined) return reference ?? found;
  }
  states.set(start, "done");
  return undefined;
}

interface Step {
  readonly schema: JsonSchema;
  readonly reference?: string;
}

function stepsFrom(schema: JsonSchema, root: JsonSchema): Step[] {
  const reference = typeof schema.$ref === "string" ? schema.$ref : undefined;
  const target = reference === undefined ? undefined : targetOf(reference, root);
  const beside = SAME_VALUE.flatMap((keyword) => schema[keyword] ?? []);
  return [
    ...(reference !== undefined && isRecord(target) ? [{ schema: target, reference }] : []),
    ...beside.filter(isRecord).map((each) => ({ schema: each })),
  ];
}
