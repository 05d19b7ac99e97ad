// Turns the text of `--arg name=text` into the value that the argument's schema asks for.

import type { Json } from "@haft/sdk/wire";
import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { checkValue } from "./check-value.ts";
import { describeMisfit } from "./describe-misfit.ts";
import { expectation } from "./expectation.ts";
import { isObject, resolveReference } from "./resolve-reference.ts";
import { parseStrictJson } from "./strict-json.ts";

/** The value, or why the text cannot become one: the end of "the argument `x` …". */
export type TextValue = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };

const DEEPEST = 20;

/** The types that a schema admits; all where it says nothing of them. */
function typesOf(schema: unknown, root: JsonSchema, depth = 0): ReadonlySet<string> {
  const all = new Set(["string", "number", "boolean", "null", "array", "object"]);
  if (!isObject(schema) || depth > DEEPEST) return all;
  if (typeof schema.type === "string") return new Set([schema.type]);
  if (Array.isArray(schema.type)) return new Set(schema.type.map(String));
  if (Object.hasOwn(schema, "const")) return new Set([typeOf(schema.const)]);
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(typeOf));
  if (typeof schema.$ref === "string") return typesOf(resolveReference(root, schema.$ref), root, depth + 1);
  for (const members of [schema.anyOf, schema.oneOf])
    if (Array.isArray(members)) return new Set(members.flatMap((member) => [...typesOf(member, root, depth + 1)]));
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map((part) => typesOf(part, root, depth + 1)) : [];
  return new Set([...all].filter((type) => parts.every((part) => part.has(type))));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** What a text may stand for, the narrowest first; text itself comes last. */
function candidates(text: string, types: ReadonlySet<string>): Json[] {
  const trimmed = text.trim();
  const found: Json[] = [];
  if (types.has("null") && trimmed === "null") found.push(null);
  if (types.has("boolean") && /^(?:true|false)$/i.test(trimmed)) found.push(trimmed.toLowerCase() === "true");
  const parsed = parseStrictJson(/^[+.]/.test(trimmed) ? trimmed.replace(/^\+/, "").replace(/^\./, "0.") : trimmed);
  const isNumber = types.has("number") || types.has("integer");
  if (parsed.ok && typeof parsed.value === "number" && isNumber) found.push(parsed.value);
  if (parsed.ok && types.has("array") && Array.isArray(parsed.value)) found.push(parsed.value);
  if (parsed.ok && types.has("object") && typeOf(parsed.value) === "object") found.push(parsed.value);
  if (types.has("string")) found.push(text);
  return found;
}

/** How a list or an object is written on a command line. */
function jsonHint(text: string, types: ReadonlySet<string>): string {
  if (types.has("array") && !types.has("object")) return `; write it as JSON, for example ${JSON.stringify([text])}`;
  if (!types.has("object")) return "";
  const parsed = parseStrictJson(text);
  return parsed.ok ? "" : `; as JSON it has a fault in column ${parsed.column}: ${parsed.message}`;
}

/**
 * Turns text into the value that fits a property's schema: `5` is a number where numbers are wanted and text where text
 * is; lists and objects are JSON. `root` is the whole input schema, for references.
 */
export function textToValue(text: string, schema: JsonSchema, root: JsonSchema): TextValue {
  const types = typesOf(schema, root);
  const values = candidates(text, types);
  const fitting = values.find((value) => checkValue(schema, value, root).length === 0);
  if (fitting !== undefined) return { ok: true, value: fitting };
  const [first] = values;
  const [misfit] = first === undefined ? [] : checkValue(schema, first, root);
  if (misfit === undefined)
    return {
      ok: false,
      message: `is ${JSON.stringify(text)}; expected ${expectation(schema)}${jsonHint(text, types)}`,
    };
  const { path, message } = describeMisfit(misfit);
  return { ok: false, message: path === "" ? message.replace(/^the value /, "") : `does not fit: ${message}` };
}
