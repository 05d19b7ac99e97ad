// Reading the fields of a message that came from inside: each has the type and the bound it should have, or it is a fault.

import type { Json, JsonObject, WireError } from "@haft/sdk/wire";
import { isObject, WireFault } from "./frames.ts";

/** Deeper values break programs that walk them by recursion. */
export const MAX_DEPTH = 256;
const MAX_NAME = 1_000;
const MAX_TEXT = 1024 * 1024;

/** The fault of one field. */
export function fault(message: JsonObject, field: string): WireFault {
  return new WireFault(`a message ${String(message.type).slice(0, 40)} whose ${field} is not as agreed`);
}

/** A text of at most `most` characters. */
export function text(message: JsonObject, field: string, most = MAX_TEXT): string {
  const value = message[field];
  if (typeof value !== "string" || value.length > most) throw fault(message, field);
  return value;
}

/** A name: short, not empty. */
export function name(message: JsonObject, field: string): string {
  const value = text(message, field, MAX_NAME);
  if (value === "") throw fault(message, field);
  return value;
}

/** As `text`, or undefined where the field is absent. */
export function optionalText(message: JsonObject, field: string, most = MAX_TEXT): string | undefined {
  return message[field] === undefined ? undefined : text(message, field, most);
}

/** A whole number in a range. */
export function integer(message: JsonObject, field: string, least: number, most: number): number {
  const value = message[field];
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most)
    throw fault(message, field);
  return value;
}

/** One of these words. */
export function oneOf<const T extends string>(message: JsonObject, field: string, words: readonly T[]): T {
  const value = message[field];
  const found = words.find((word) => word === value);
  if (found === undefined) throw fault(message, field);
  return found;
}

/** Any JSON value that is not too deep. Walks without recursion. */
export function json(message: JsonObject, field: string): Json {
  const value = message[field];
  if (value === undefined || !shallow(value)) throw fault(message, field);
  return value;
}

/** A JSON object that is not too deep. */
export function object(message: JsonObject, field: string): JsonObject {
  const value = json(message, field);
  if (!isObject(value)) throw fault(message, field);
  return value;
}

/** An object of texts, numbers or lists, each checked by `each`. */
export function record<T>(message: JsonObject, field: string, each: (value: Json) => T | undefined): Record<string, T> {
  const value = message[field];
  if (!isObject(value)) throw fault(message, field);
  const entries = Object.entries(value);
  if (entries.length > 1_000) throw fault(message, field);
  return Object.fromEntries(
    entries.map(([key, item]) => {
      const checked = each(item);
      if (checked === undefined) throw fault(message, field);
      return [key, checked];
    }),
  );
}

/** A list, each item checked by `each`. */
export function list<T>(message: JsonObject, field: string, each: (value: Json) => T | undefined): T[] {
  const value = message[field];
  if (!Array.isArray(value) || value.length > 10_000) throw fault(message, field);
  return value.map((item: Json) => {
    const checked = each(item);
    if (checked === undefined) throw fault(message, field);
    return checked;
  });
}

/** An error as it crosses the border. */
export function wireError(message: JsonObject, field: string): WireError {
  const value = message[field];
  if (!isObject(value)) throw fault(message, field);
  const hint = optionalText(value, "hint");
  const stack = optionalText(value, "stack");
  return {
    type: name(value, "type"),
    message: text(value, "message"),
    ...(hint === undefined ? {} : { hint }),
    ...(stack === undefined ? {} : { stack }),
  };
}

function shallow(root: Json): boolean {
  let level: Json[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return false;
    const next: Json[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      for (const item of Array.isArray(value) ? value : Object.values(value))
        if (typeof item === "object" && item !== null) next.push(item);
    }
    level = next;
  }
  return true;
}
