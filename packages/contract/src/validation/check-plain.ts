// Texts, numbers and types: the keywords that look at one plain value.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { hasFormat } from "./formats.ts";
import { matchesPattern } from "./patterns.ts";
import { isObject } from "./resolve-reference.ts";

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** Whether a value is of a type, or of one of several. */
export function fitsType(type: unknown, value: unknown): boolean {
  return Array.isArray(type) ? type.some((one) => isOfType(one, value)) : isOfType(type, value);
}

/** A multiple, allowing for what dividing doubles loses. The compiled check allows as much. */
function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(Math.round(times) - times) < 1e-9;
}

/** The keywords that a number does not fit. */
export function checkNumber(schema: JsonSchema, value: number): string[] {
  const found: string[] = [];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number" && value < minimum) found.push("minimum");
  if (typeof maximum === "number" && value > maximum) found.push("maximum");
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) found.push("exclusiveMinimum");
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) found.push("exclusiveMaximum");
  if (typeof multipleOf === "number" && !isMultiple(value, multipleOf)) found.push("multipleOf");
  return found;
}

/** The keywords that a text does not fit. Lengths count characters. */
export function checkText(schema: JsonSchema, value: string): string[] {
  const found: string[] = [];
  const { minLength, maxLength, pattern, format } = schema;
  if (typeof minLength === "number" || typeof maxLength === "number") {
    const length = [...value].length;
    if (typeof minLength === "number" && length < minLength) found.push("minLength");
    if (typeof maxLength === "number" && length > maxLength) found.push("maxLength");
  }
  if (typeof pattern === "string" && !matchesPattern(pattern, value)) found.push("pattern");
  if (typeof format === "string" && !hasFormat(format, value)) found.push("format");
  return found;
}
