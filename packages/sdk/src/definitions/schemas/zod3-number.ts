// The JSON Schema of a Zod 3 number, from its checks.

import type { Json, JsonObject } from "../../wire/json.ts";
import type { Zod3Check, Zod3Definition } from "./zod3-value.ts";

/** Of several bounds in one direction the tightest counts. */
export function numberSchema(definition: Zod3Definition): JsonObject {
  const schema: Record<string, Json> = { type: "number" };
  for (const { kind, value, inclusive } of definition.checks ?? earlyChecks(definition)) {
    if (kind === "int") schema.type = "integer";
    if (typeof value !== "number" || !Number.isFinite(value)) continue;
    if (kind === "min") tighten(schema, inclusive === false ? "exclusiveMinimum" : "minimum", value, Math.max);
    if (kind === "max") tighten(schema, inclusive === false ? "exclusiveMaximum" : "maximum", value, Math.min);
    if (kind === "multipleOf" && value > 0) schema.multipleOf ??= value;
  }
  return schema;
}

/** What releases before 3.5 say in fields of their own. */
function earlyChecks({ minimum, maximum, isInteger }: Zod3Definition): Zod3Check[] {
  return [
    ...(isInteger ? [{ kind: "int" }] : []),
    ...(minimum ? [{ kind: "min", ...minimum }] : []),
    ...(maximum ? [{ kind: "max", ...maximum }] : []),
  ];
}

function tighten(
  schema: Record<string, Json>,
  keyword: string,
  value: number,
  choose: (a: number, b: number) => number,
): void {
  const before = schema[keyword];
  schema[keyword] = typeof before === "number" ? choose(before, value) : value;
}
