// Text from a command line, turned into a value by a schema: `3` is a number where one is asked for, and text where text is.

import type { JsonSchema } from "@haft/contract";
import type { Json } from "@haft/sdk/wire";
import { JsonFault, parseJsonText } from "./json-text.ts";

/** Why a text is no value of its schema: what would be. */
export class TextMisfit extends Error {}

type Attempt = { readonly value: Json } | { readonly expected: string };

/** The value of `text` for `schema`; `root` holds its `$defs`. Throws `TextMisfit`. What the schema demands beyond the type is checked elsewhere. */
export function textValue(text: string, schema: JsonSchema, root: JsonSchema): Json {
  const attempt = attemptValue(text, schema, root, 0);
  if ("expected" in attempt) throw new TextMisfit(`takes ${attempt.expected}, and got ${JSON.stringify(text)}`);
  return attempt.value;
}

/** Whether a value for this schema is a list, so that a flag given several times collects one. */
export function takesList(schema: JsonSchema, root: JsonSchema): boolean {
  const resolved = resolve(schema, root, 0);
  return typesOf(resolved).includes("array") || alternatives(resolved).some((member) => takesList(member, root));
}

/** What the items of such a list are. */
export function itemSchema(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const resolved = resolve(schema, root, 0);
  if (isSchema(resolved.items)) return resolved.items;
  const list = alternatives(resolved).find((member) => takesList(member, root));
  return list ? itemSchema(list, root) : {};
}

function attemptValue(text: string, given: JsonSchema, root: JsonSchema, depth: number): Attempt {
  const schema = resolve(given, root, 0);
  const values = valuesOf(schema);
  if (values) return attemptChoice(text, values);
  const members = alternatives(schema);
  if (members.length > 0 && depth < 16) {
    const attempts = members.map((member) => attemptValue(text, member, root, depth + 1));
    return (
      attempts.find((attempt) => "value" in attempt && typeof attempt.value !== "string") ??
      attempts.find((attempt) => "value" in attempt) ?? {
        expected: attempts.map((attempt) => ("expected" in attempt ? attempt.expected : "")).join(", or "),
      }
    );
  }
  return attemptTypes(text, typesOf(schema));
}

function attemptChoice(text: string, values: readonly Json[]): Attempt {
  const found = values.find((value) => value === text) ?? values.find((value) => JSON.stringify(value) === text);
  if (found !== undefined) return { value: found };
  return {
    expected: `one of ${values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join(", ")}`,
  };
}

/** Text stays text where text is asked for; `null` is the absent value only where text is not. */
function attemptTypes(text: string, types: readonly string[]): Attempt {
  if (types.includes("string")) return { value: text };
  if (types.length === 0) return { value: parsed(text) ?? text };
  const value = parsed(types.includes("integer") || types.includes("number") ? text.trim() : text);
  if (value !== undefined && types.some((type) => isOfType(value, type))) return { value };
  return { expected: types.map((type) => EXPECTED[type] ?? type).join(" or ") };
}

const EXPECTED: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  null: "null",
  array: 'a JSON list, for example ["a", "b"]',
  object: 'a JSON object, for example {"a": 1}',
};

/** Undefined where the text is not JSON. */
function parsed(text: string): Json | undefined {
  try {
    return parseJsonText(text);
  } catch (error) {
    if (error instanceof JsonFault) return undefined;
    throw error;
  }
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (typeof schema.type === "string") return [schema.type];
  return Array.isArray(schema.type) ? schema.type.filter((type) => typeof type === "string") : [];
}

function valuesOf(schema: JsonSchema): readonly Json[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return "const" in schema ? [schema.const as Json] : undefined;
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const members = schema.anyOf ?? schema.oneOf;
  return Array.isArray(members) ? members.filter(isSchema) : [];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Follows `$ref` within the document. */
function resolve(schema: JsonSchema, root: JsonSchema, hops: number): JsonSchema {
  if (typeof schema.$ref !== "string" || hops > 16) return schema;
  let target: unknown = root;
  for (const part of schema.$ref
    .replace(/^#\/?/, "")
    .split("/")
    .filter((name) => name !== "")) {
    target = isSchema(target) ? target[part.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  }
  return isSchema(target) ? resolve(target, root, hops + 1) : {};
}
