// A schema as a short type, for signatures that people read.

import type { JsonSchema } from "@haft/contract";

/** For example `string`, `integer[]`, `"a" | "b"`, `{name: string, age?: integer}`. `root` holds the `$defs`. */
export function schemaType(schema: JsonSchema, root: JsonSchema, depth = 0): string {
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) || "any";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const members = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(members)) return members.map((member) => schemaType(asSchema(member), root, depth + 1)).join(" | ");
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  if (types.length === 0) return "any";
  return types.map((type) => ofType(String(type), schema, root, depth)).join(" | ");
}

function ofType(type: string, schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (type === "string" && typeof schema.format === "string") return schema.format;
  if (type === "array") return listType(schema, root, depth);
  if (type === "object") return recordType(schema, root, depth);
  return type;
}

function listType(schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (Array.isArray(schema.prefixItems)) {
    return `[${schema.prefixItems.map((item) => schemaType(asSchema(item), root, depth + 1)).join(", ")}]`;
  }
  const item = schemaType(asSchema(schema.items), root, depth + 1);
  return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
}

/** Records inside records are not spelled out: the schema is there for that. */
function recordType(schema: JsonSchema, root: JsonSchema, depth: number): string {
  const properties = Object.entries(asSchema(schema.properties));
  if (properties.length === 0) {
    const values = asSchema(schema.additionalProperties);
    return Object.keys(values).length === 0 ? "object" : `{[name]: ${schemaType(values, root, depth + 1)}}`;
  }
  if (depth > 1) return "{…}";
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const listed = properties.map(
    ([name, value]) => `${name}${required.has(name) ? "" : "?"}: ${schemaType(asSchema(value), root, depth + 1)}`,
  );
  return `{${listed.join(", ")}}`;
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonSchema) : {};
}
