// What a module's `defineTool` default export says of itself, as data that can leave the sandbox. Runs inside; nothing
// of what it says is believed outside without a check.

import type { DefinitionMessage, DefinitionSchema, LoadFailedMessage } from "../wire/index.ts";
import type { Json, JsonObject } from "../wire/json.ts";
import { describeKind } from "./describe-kind.ts";
import { plainData } from "./plain-data.ts";
import { isSchemaValue, schemaOf } from "./schemas/schema-of.ts";

/** The fields whose value is a schema, and the side of it that is told. */
const SCHEMA_FIELDS: Readonly<Record<string, "input" | "output">> = { inputSchema: "input", outputSchema: "output" };

/** The error type of a module without a definition; outside it is HAFT603. */
const NOT_A_DEFINITION = "not_a_definition";

/**
 * Describes the default export of a loaded module. A default export that is not an object is `load-failed` with the
 * error type `not_a_definition`; everything else that is wrong with a definition is found outside.
 */
export function describeDefinition(
  exportsOfModule: Readonly<Record<string, unknown>>,
): DefinitionMessage | LoadFailedMessage {
  const definition = exportsOfModule.default;
  if (typeof definition !== "object" || definition === null || Array.isArray(definition) || isSchemaValue(definition)) {
    return { type: "load-failed", error: { type: NOT_A_DEFINITION, message: missing(exportsOfModule) } };
  }
  const fields: Record<string, Json> = {};
  const functions: string[] = [];
  const schemas: Record<string, DefinitionSchema> = {};
  const others: Record<string, string> = {};
  for (const [name, value] of Object.entries(definition)) {
    if (value === undefined) continue;
    const side = SCHEMA_FIELDS[name];
    if (side !== undefined && isSchemaLike(value)) schemas[name] = schemaOf(value, side);
    else if (typeof value === "function") functions.push(name);
    else {
      const data = plainData(value);
      if (data.ok) fields[name] = data.value;
      else others[name] = data.path === "" ? data.found : `${data.found} at \`${name}${data.path}\``;
    }
  }
  const message = { type: "definition", fields: fields as JsonObject, functions, schemas } as const;
  return Object.keys(others).length === 0 ? message : { ...message, others };
}

function isSchemaLike(value: unknown): boolean {
  return isSchemaValue(value) || typeof value === "boolean" || (typeof value === "object" && value !== null);
}

function missing(exportsOfModule: Readonly<Record<string, unknown>>): string {
  if (!("default" in exportsOfModule)) return "The module has no default export.";
  return `The default export is ${describeKind(exportsOfModule.default)}, not an object.`;
}
