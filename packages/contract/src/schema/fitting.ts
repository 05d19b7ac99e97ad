// Which part of a type a constraint fits, and as which keyword of JSON Schema.

import type { Language } from "../descriptor/tool-descriptor.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Constraint, TypeNode } from "../model/type.ts";
import { FORMAT_NAMES, isKnownFormat } from "../validation/formats.ts";

const NUMERIC = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);
const LENGTHS = new Set(["minLength", "maxLength"]);
const ITEMS = new Set(["minItems", "maxItems"]);
const PROPERTIES = new Set(["minProperties", "maxProperties"]);

/** What Python's one `min_length` means on a list and on a map. */
const LENGTH_OF_LIST: Readonly<Record<string, string>> = { minLength: "minItems", maxLength: "maxItems" };
const LENGTH_OF_MAP: Readonly<Record<string, string>> = { minLength: "minProperties", maxLength: "maxProperties" };

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function patternFault(value: unknown): string | undefined {
  if (typeof value !== "string") return "its value is a regular expression";
  try {
    new RegExp(value, "u");
    return undefined;
  } catch {
    return "its value is not a regular expression that JSON Schema knows (ECMAScript, with the flag `u`)";
  }
}

function formatFault(value: unknown): string | undefined {
  if (typeof value === "string" && isKnownFormat(value)) return undefined;
  const meant = typeof value === "string" ? nearest(value, FORMAT_NAMES) : undefined;
  const like = meant === undefined ? "such as `date`, `email` or `uri`" : `perhaps \`${meant}\``;
  return `its value is a format of JSON Schema, ${like}`;
}

/** What is wrong with a constraint by itself, or undefined. */
export function constraintFault(constraint: Constraint): string | undefined {
  const { keyword, value } = constraint;
  if (NUMERIC.has(keyword)) {
    if (typeof value !== "number" || !Number.isFinite(value)) return "its value is a number";
    return keyword === "multipleOf" && value <= 0 ? "its value is a number above 0" : undefined;
  }
  if (LENGTHS.has(keyword) || ITEMS.has(keyword) || PROPERTIES.has(keyword))
    return isCount(value) ? undefined : "its value is a whole number, 0 or more";
  if (keyword === "pattern") return patternFault(value);
  if (keyword === "format") return formatFault(value);
  if (keyword === "uniqueItems" || keyword === "integer")
    return typeof value === "boolean" ? undefined : "it takes no value";
  return "there is no such constraint";
}

type ShapedText = Extract<TypeNode, { kind: "shaped-text" }>;

function fitShapedText(type: ShapedText, keyword: string): boolean {
  if (LENGTHS.has(keyword)) return type.as !== "bytes" && type.contentEncoding === undefined;
  if (keyword === "pattern") return type.pattern === undefined;
  if (keyword === "format") return type.format === undefined || type.as === "Date";
  return false;
}

function isWhole(values: readonly unknown[]): boolean {
  return values.some((value) => typeof value === "number" && Number.isInteger(value));
}

/**
 * The keyword that a constraint becomes on one part of a type, not looking inside it; undefined where it does not fit.
 * Python writes one length for texts, lists and maps, TypeScript a tag for each.
 */
export function fit(type: TypeNode, keyword: string, language: Language): string | undefined {
  switch (type.kind) {
    case "integer":
    case "number":
      return NUMERIC.has(keyword) || keyword === "integer" ? keyword : undefined;
    case "text":
      return LENGTHS.has(keyword) || keyword === "pattern" || keyword === "format" ? keyword : undefined;
    case "shaped-text":
      return fitShapedText(type, keyword) ? keyword : undefined;
    case "literal":
    case "enum":
      return keyword === "integer" && isWhole(type.values) ? keyword : undefined;
    case "list":
    case "set":
      if (ITEMS.has(keyword) || keyword === "uniqueItems") return keyword;
      return language === "python" ? LENGTH_OF_LIST[keyword] : undefined;
    case "tuple":
      if (type.rest === undefined) return undefined;
      if (ITEMS.has(keyword) || keyword === "uniqueItems") return keyword;
      return language === "python" ? LENGTH_OF_LIST[keyword] : undefined;
    case "map":
    case "any-object":
      if (PROPERTIES.has(keyword)) return keyword;
      return language === "python" ? LENGTH_OF_MAP[keyword] : undefined;
    default:
      return undefined;
  }
}
