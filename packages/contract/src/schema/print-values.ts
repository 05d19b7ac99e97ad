// Choices of values: one `enum` with its `type`; one value is `const`, a nullable one an `enum` with null.

import type { Json } from "@haft/sdk/wire";
import type { Draft } from "./printing.ts";

/** The JSON types of values, in order; numbers that are not all whole are `number`. */
function typesOf(values: readonly Json[]): string[] {
  const whole = values.every((value) => typeof value !== "number" || Number.isInteger(value));
  const types = values.map((value) => {
    if (value === null) return "null";
    if (typeof value === "number") return whole ? "integer" : "number";
    return typeof value;
  });
  return [...new Set(types)].sort((a, b) => Number(a === "null") - Number(b === "null"));
}

/** Prints values. Null stands last. */
export function printValues(values: readonly Json[]): Draft {
  const distinct = [...new Set(values)].sort((a, b) => Number(a === null) - Number(b === null));
  const types = typesOf(distinct);
  const type = types.length === 1 ? types[0] : types;
  if (distinct.length === 1) return distinct[0] === null ? { type: "null" } : { type, const: distinct[0] };
  if (distinct.length === 2 && distinct.includes(true) && distinct.includes(false)) return { type: "boolean" };
  return { type, enum: distinct };
}
