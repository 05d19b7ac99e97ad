// Parts of a schema that JSON Schema cannot express. Converters leave a mark where they meet one; the mark's place in the
// finished schema is its path, which vendors do not tell by themselves.

import type { DefinitionSchema, Json } from "../../wire/index.ts";
import { plainData } from "../plain-data.ts";

/** The keyword of a mark; no schema has it otherwise, for it is a private name. */
const MARK = "x-haft-inexpressible";

/** A schema that says why there is none. */
export function inexpressible(message: string): Record<string, Json> {
  return { [MARK]: message };
}

/** The schema, or the places of all its marks. */
export function outcomeOf(vendor: string, schema: unknown): DefinitionSchema {
  const data = plainData(schema);
  if (!data.ok) return { ok: false, vendor, path: data.path, message: `Its JSON Schema holds ${data.found}.` };
  const [first, ...others] = marksOf(data.value);
  if (first === undefined) return { ok: true, vendor, schema: data.value };
  return others.length === 0 ? { ok: false, vendor, ...first } : { ok: false, vendor, ...first, others };
}

interface Mark {
  readonly path: string;
  readonly message: string;
}

function marksOf(root: Json): Mark[] {
  const marks: Mark[] = [];
  const visited = new Set<unknown>();
  const visit = (schema: Json | undefined, path: string): void => {
    if (typeof schema !== "object" || schema === null || Array.isArray(schema) || visited.has(schema)) return;
    visited.add(schema);
    const node = schema as Readonly<Record<string, Json>>;
    const message = node[MARK];
    if (typeof message === "string") marks.push({ path, message });
    if (typeof node.$ref === "string") visit(resolve(root, node.$ref), path);
    for (const [keyword, value] of Object.entries(node)) visitKeyword(keyword, value, path, visit);
  };
  visit(root, "");
  // What only a definition that is never referred to holds.
  return marks;
}

function visitKeyword(keyword: string, value: Json, path: string, visit: (schema: Json, path: string) => void): void {
  switch (keyword) {
    case "properties":
    case "patternProperties":
      for (const [name, each] of Object.entries(value ?? {})) visit(each, `${path}.${name}`);
      return;
    case "items":
    case "contains":
    case "prefixItems":
      for (const each of Array.isArray(value) ? value : [value]) visit(each, `${path}[]`);
      return;
    case "additionalProperties":
    case "propertyNames":
    case "unevaluatedProperties":
      visit(value, `${path}{}`);
      return;
    case "anyOf":
    case "oneOf":
    case "allOf":
      if (Array.isArray(value)) for (const each of value) visit(each, path);
      return;
    case "not":
      visit(value, path);
  }
}

/** The schema that a local reference points to. */
function resolve(root: Json, reference: string): Json | undefined {
  let at: Json | undefined = root;
  for (const segment of reference.replace(/^#\/?/, "").split("/").filter(Boolean)) {
    const key = decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~");
    at = typeof at === "object" && at !== null ? (at as Readonly<Record<string, Json>>)[key] : undefined;
  }
  return at;
}
