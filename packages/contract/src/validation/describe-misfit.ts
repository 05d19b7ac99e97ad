// Puts a misfit into words: the argument, what was found, what is expected.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { nearest } from "../diagnostics/nearest.ts";
import { expectation } from "./expectation.ts";
import { writePath } from "./json-path.ts";
import type { Misfit } from "./misfit.ts";
import { isObject } from "./resolve-reference.ts";

/** The pattern that stands for keys that are whole numbers. */
const WHOLE_NUMBER_NAMES = "^-?[0-9]+$";

/** One way in which arguments do not fit, as a caller sees it. */
export interface Issue {
  /** Where: `address.street`; empty for the whole. */
  readonly path: string;
  /** A whole sentence that names the place, what was found and what is expected. */
  readonly message: string;
}

/** A value as messages show it: short, on one line. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  switch (typeof value) {
    case "string":
      return `the text ${showValue(value)}`;
    case "object":
      return "an object";
    default:
      return showValue(value);
  }
}

function propertyNames(schema: JsonSchema): string[] {
  return isObject(schema.properties) ? Object.keys(schema.properties) : [];
}

function unknownName(misfit: Misfit, name: string): string {
  const known = propertyNames(misfit.schema);
  const given = isObject(misfit.value) ? misfit.value : {};
  const meant = nearest(
    name,
    known.filter((one) => !Object.hasOwn(given, one)),
  );
  const what = misfit.keys.length === 0 ? "argument" : "property";
  if (meant !== undefined) return `there is no ${what} \`${name}\`${inside(misfit)}; did you mean \`${meant}\`?`;
  const list = known.map((one) => `\`${one}\``).join(", ");
  return `there is no ${what} \`${name}\`${inside(misfit)}${list === "" ? `; it takes none` : `; there are ${list}`}`;
}

function inside(misfit: Misfit): string {
  return misfit.keys.length === 0 ? "" : ` in \`${writePath(misfit.keys)}\``;
}

function missingName(misfit: Misfit, name: string): string {
  const properties = isObject(misfit.schema.properties) ? misfit.schema.properties : {};
  const expected = isObject(properties[name]) ? ` (${expectation(properties[name])})` : "";
  const what = misfit.keys.length === 0 ? "argument" : "property";
  return `the ${what} \`${name}\`${expected} is missing${inside(misfit)}`;
}

/** What the names of a map are like. */
function nameWords({ schema }: Misfit): string {
  const names = isObject(schema.propertyNames) ? schema.propertyNames : {};
  if (names.pattern === WHOLE_NUMBER_NAMES) return "that are whole numbers";
  return typeof names.pattern === "string" ? `matching ${names.pattern}` : `that are ${expectation(names)}`;
}

function describe(misfit: Misfit): string {
  const { keyword, name } = misfit;
  if (keyword === "required" && name !== undefined) return missingName(misfit, name);
  if (keyword === "additionalProperties" && name !== undefined) return unknownName(misfit, name);
  const where = misfit.keys.length === 0 ? "the value" : `\`${writePath(misfit.keys)}\``;
  if (keyword === "propertyNames")
    return `${where} has the name ${showValue(name)}; expected names ${nameWords(misfit)}`;
  if (keyword === "false") return `${where} is ${kindOf(misfit.value)}, and nothing may stand there`;
  if (keyword === "depth") return `${where} is nested too deep to be checked`;
  return `${where} is ${kindOf(misfit.value)}; expected ${expectation(misfit.schema, keyword)}`;
}

/** A misfit as an issue. Its path includes the name that is missing or too many. */
export function describeMisfit(misfit: Misfit): Issue {
  const named = misfit.keyword === "required" || misfit.keyword === "additionalProperties";
  const keys = named && misfit.name !== undefined ? [...misfit.keys, misfit.name] : misfit.keys;
  return { path: writePath(keys), message: describe(misfit) };
}
