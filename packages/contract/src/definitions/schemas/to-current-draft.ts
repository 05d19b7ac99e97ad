// A schema of draft 7, as one of 2020-12; schemas of 2020-12 stay as they are, other drafts are refused.

import type { JsonSchema } from "../../descriptor/tool-descriptor.ts";
import { isRecord } from "../message-shape.ts";
import { convertPointer } from "./convert-pointer.ts";
import { holdingOf } from "./positions.ts";

const CURRENT = "https://json-schema.org/draft/2020-12/schema";
const DRAFT_7 = "json-schema.org/draft-07/schema";

/** The schema in 2020-12, without `$schema`, or why it cannot be had. */
export type CurrentDraft = { readonly schema: JsonSchema } | { readonly message: string; readonly hint: string };

/** Converts where `$schema` says draft 7, or says nothing and a keyword shows it. */
export function toCurrentDraft(schema: JsonSchema): CurrentDraft {
  const { $schema: declared, ...rest } = schema;
  if (declared === undefined) return { schema: speaksDraft7(rest) ? convertRoot(rest) : rest };
  const address = typeof declared === "string" ? declared.replace(/#$/, "") : "";
  if (address === CURRENT) return { schema: rest };
  if (address.replace(/^https?:\/\//, "") === DRAFT_7) return { schema: convertRoot(rest) };
  return {
    message: `is declared as ${JSON.stringify(declared)}, a draft that Haft does not read`,
    hint: `write it in draft 2020-12 (\`$schema: "${CURRENT}"\`, or none) or draft 7`,
  };
}

/** Keywords that 2020-12 does not have, and forms that it reads otherwise. */
function speaksDraft7(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  if (isRecord(schema.definitions) || isRecord(schema.dependencies) || Array.isArray(schema.items)) return true;
  return Object.entries(schema).some(([keyword, value]) => {
    const holding = holdingOf(keyword);
    if (holding === "schema") return speaksDraft7(value);
    if (holding === "list" && Array.isArray(value)) return value.some(speaksDraft7);
    return holding === "map" && isRecord(value) && Object.values(value).some(speaksDraft7);
  });
}

function convertRoot(schema: JsonSchema): JsonSchema {
  const converted = convert(schema, schema);
  return isRecord(converted) ? converted : {};
}

/** What stays beside a `$ref`: in draft 7 it stands alone, in 2020-12 everything beside it counts. */
const BESIDE_REFERENCE = new Set(["title", "description", "default", "examples", "$comment", "definitions"]);

function convert(schema: unknown, root: JsonSchema): unknown {
  if (!isRecord(schema)) return schema;
  const alone = typeof schema.$ref === "string";
  const kept = Object.entries(schema).filter(
    ([keyword]) => !alone || keyword === "$ref" || BESIDE_REFERENCE.has(keyword),
  );
  // fromEntries defines properties, so that a keyword `__proto__` is one like any other.
  const converted: Record<string, unknown> = Object.fromEntries(
    kept.flatMap(([keyword, value]) => Object.entries(convertKeyword(keyword, value, schema, root))),
  );
  const definitions = isRecord(schema.definitions) ? convertMap(schema.definitions, root) : undefined;
  if (definitions !== undefined)
    converted.$defs = { ...definitions, ...(isRecord(converted.$defs) ? converted.$defs : {}) };
  return converted;
}

function convertKeyword(
  keyword: string,
  value: unknown,
  schema: JsonSchema,
  root: JsonSchema,
): Record<string, unknown> {
  switch (keyword) {
    case "$schema":
    case "definitions":
      return {};
    case "$ref":
      return { $ref: typeof value === "string" ? convertPointer(value, root) : value };
    case "$id":
      return typeof value === "string" && value.startsWith("#") ? { $anchor: value.slice(1) } : { $id: value };
    case "items":
      return convertItems(value, root);
    case "additionalItems":
      return Array.isArray(schema.items) ? { items: convert(value, root) } : {};
    case "dependencies":
      return isRecord(value) ? convertDependencies(value, root) : { dependencies: value };
    default:
      return { [keyword]: convertHeld(keyword, value, root) };
  }
}

function convertItems(value: unknown, root: JsonSchema): Record<string, unknown> {
  if (!Array.isArray(value)) return { items: convert(value, root) };
  // An empty list says nothing, and `prefixItems` must not be empty.
  return value.length === 0 ? {} : { prefixItems: value.map((item) => convert(item, root)) };
}

function convertDependencies(value: JsonSchema, root: JsonSchema): Record<string, unknown> {
  const lists = Object.entries(value).filter(([, each]) => Array.isArray(each));
  const schemas = Object.entries(value).filter(([, each]) => !Array.isArray(each));
  return {
    ...(lists.length > 0 ? { dependentRequired: Object.fromEntries(lists) } : {}),
    ...(schemas.length > 0 ? { dependentSchemas: convertMap(Object.fromEntries(schemas), root) } : {}),
  };
}

function convertMap(value: JsonSchema, root: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each, root)]));
}

function convertHeld(keyword: string, value: unknown, root: JsonSchema): unknown {
  const holding = holdingOf(keyword);
  if (holding === "schema") return convert(value, root);
  if (holding === "list" && Array.isArray(value)) return value.map((each) => convert(each, root));
  return holding === "map" && isRecord(value) ? convertMap(value, root) : value;
}
