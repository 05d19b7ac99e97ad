// The config of a call: what was given, turned into the types of the bundle's schema, with its defaults, and validated.

import { nearest } from "@haft/contract";
import { textToValue, validate } from "@haft/contract/validation";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { CommandError } from "../session/command-error.ts";
import type { LoadedToolset } from "../toolsets/read-toolset.ts";

const FILE = "config_schema.json";

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The bundle's schema; undefined where the config is open. A schema that does not parse is told by `haft check`. */
function schemaOf(toolset: LoadedToolset): Record<string, unknown> | undefined {
  const text = toolset.otherTexts[FILE];
  if (text === undefined) return undefined;
  try {
    const schema: unknown = JSON.parse(text);
    return isTable(schema) ? schema : undefined;
  } catch {
    return undefined;
  }
}

function refused(message: string, hint: string): CommandError {
  return new CommandError("invalid_config", message, { hint, usage: true });
}

function typed(name: string, given: Json, properties: Record<string, unknown>, schema: Record<string, unknown>): Json {
  const property = properties[name];
  if (property === undefined && schema.additionalProperties === false) {
    const meant = nearest(name, Object.keys(properties));
    const known = Object.keys(properties).join(", ") || "none";
    throw refused(
      `there is no config \`${name}\` in ${FILE}`,
      meant === undefined ? `there are: ${known}` : `did you mean --config ${meant}=…?`,
    );
  }
  if (typeof given !== "string" || !isTable(property)) return given;
  const turned = textToValue(given, property, schema);
  if (turned.ok) return turned.value;
  throw refused(`the config \`${name}\` ${turned.message}`, `${FILE} says what fits: --config ${name}=…`);
}

/** The config as the tool gets it. Rejects with `invalid_config`, naming what does not fit or is missing. */
export function configOf(toolset: LoadedToolset, given: JsonObject): JsonObject {
  const schema = schemaOf(toolset);
  if (schema === undefined) return given;
  const properties = isTable(schema.properties) ? schema.properties : {};
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    // A default of a schema that was parsed as JSON is JSON.
    isTable(property) && "default" in property ? [[name, property.default as Json] as const] : [],
  );
  const values = Object.entries(given).map(([name, value]) => [name, typed(name, value, properties, schema)] as const);
  const config: JsonObject = { ...Object.fromEntries(defaults), ...Object.fromEntries(values) };
  const checked = validate(schema, config);
  if (checked.ok) return config;
  const issues = checked.issues.map((issue) => issue.message.replaceAll("argument", "config")).join("; ");
  throw refused(`the config does not fit ${FILE}: ${issues}`, "give it with --config NAME=VALUE");
}
