// Fields of an event's data as text: a log may be newer than the command that prints it, so nothing is taken for granted.

import type { Json, JsonObject } from "@haft/sdk/wire";
import { jsonText } from "../json-text.ts";

/** Text of a field that is text; empty where it is something else. */
export function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A field as it is typed: text as it is, numbers as digits, everything else as JSON; empty where there is none. */
export function shown(value: Json | undefined): string {
  return value === undefined ? "" : typeof value === "string" ? value : jsonText(value);
}

/** A field as JSON; empty where there is none. */
export function json(value: Json | undefined): string {
  return value === undefined ? "" : jsonText(value);
}

/** The texts of a list. */
export function list(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(shown) : [];
}

/** The objects of a list. */
export function objects(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A field that is an object; empty where it is something else. */
export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** `type: message` of an error; with its hint. */
export function error(value: Json | undefined): string {
  const { type, message, hint } = object(value);
  return join(": ", text(type), text(message)) + after("; ", text(hint));
}

/** Those of the parts that say something. */
export function join(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(separator);
}

/** `lead` and the text, or nothing. */
export function after(lead: string, value: string): string {
  return value === "" ? "" : lead + value;
}

/** A count of a thing where there are several, or nothing. */
export function moreThanOne(lead: string, value: Json | undefined): string {
  return typeof value === "number" && value > 1 ? `${lead}${value}` : "";
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
