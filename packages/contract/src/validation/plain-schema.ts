// Schemas whose validity can be seen at a glance, as those of nearly all tools: Ajv need not hold them against its own
// schema of schemas, whose compilation takes ten times as long as theirs.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";

/** Deeper ones are left to Ajv. */
const DEEPEST = 50;

type Check = (value: unknown, depth: number) => boolean;

const TYPES: readonly unknown[] = ["null", "boolean", "object", "array", "number", "integer", "string"];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => typeof value === "number";
const isCount: Check = (value) => Number.isInteger(value) && Number(value) >= 0;
const isFlag: Check = (value) => typeof value === "boolean";
const isSchema: Check = (value, depth) => typeof value === "boolean" || isPlainAt(value, depth + 1);
const isSchemas: Check = (value, depth) =>
  Array.isArray(value) && value.length > 0 && value.every((each) => isSchema(each, depth));
const isSchemaMap: Check = (value, depth) =>
  isObject(value) && Object.values(value).every((each) => isSchema(each, depth));
const isTexts: Check = (value) =>
  Array.isArray(value) && value.every((each) => typeof each === "string") && new Set(value).size === value.length;

/** What the keywords may hold by JSON Schema 2020-12. A schema with any other is left to Ajv. */
const KEYWORDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["type", (value) => TYPES.includes(value)],
  ...["title", "description", "format"].map((name) => [name, isText] as const),
  ...["default", "const"].map((name) => [name, () => true] as const),
  ...["enum", "examples"].map((name) => [name, Array.isArray] as const),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((name) => [name, isNumber] as const),
  ...["minLength", "maxLength", "minItems", "maxItems"].map((name) => [name, isCount] as const),
  ["uniqueItems", isFlag],
  ["required", isTexts],
  ["properties", isSchemaMap],
  ...["items", "additionalProperties"].map((name) => [name, isSchema] as const),
  ...["anyOf", "oneOf", "allOf"].map((name) => [name, isSchemas] as const),
]);

function isPlainAt(schema: unknown, depth: number): boolean {
  return (
    depth <= DEEPEST &&
    isObject(schema) &&
    Object.entries(schema).every(([name, value]) => KEYWORDS.get(name)?.(value, depth) === true)
  );
}

/** Whether a schema is valid beyond doubt. `false` says nothing against it. */
export function isPlainSchema(schema: JsonSchema): boolean {
  return isPlainAt(schema, 0);
}
