// From what a tool returned to JSON; what is not data is named with its type and place.

import { MAX_RESULT_BYTES } from "../wire/messages.ts";
import { Refused } from "./errors.ts";

/** Deeper values would be refused on arrival. */
const DEEPEST = 250;
/** Longer places are told by their first and last parts, and each part by its beginning. */
const LONGEST_PATH = 100;
const LONGEST_PART = 30;

/** The JSON text of a result. Throws `not_serialisable` or `result_too_large`. */
export function resultText(value: unknown): string {
  const data = toData(value, "", 0);
  const text = stringified(data === undefined ? null : data);
  const size = text === undefined ? Number.POSITIVE_INFINITY : Buffer.byteLength(text);
  if (text !== undefined && size <= MAX_RESULT_BYTES) return text;
  throw new Refused(
    "result_too_large",
    `the result is ${Number.isFinite(size) ? size : "far more than 8388608"} bytes of JSON; at most ${MAX_RESULT_BYTES} cross`,
    "write it with ctx.artifacts.write(…) and return its path, or return less",
  );
}

/** Undefined where the text would be longer than the engine can hold. */
function stringified(data: unknown): string | undefined {
  try {
    return JSON.stringify(data);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function place(path: string): string {
  return path === "" ? "the result" : `the result at ${path.length <= LONGEST_PATH ? path : shortened(path)}`;
}

function shortened(path: string): string {
  const parts = path
    .split(/(?=[.[])/)
    .map((part) => (part.length <= LONGEST_PART ? part : `${part.slice(0, LONGEST_PART)}…`));
  return parts.length <= 5 ? parts.join("") : `${parts.slice(0, 3).join("")}…${parts.slice(-2).join("")}`;
}

function refuse(path: string, found: string, advice: string): never {
  throw new Refused("not_serialisable", `${place(path)} is ${found}`, advice);
}

function toData(value: unknown, path: string, depth: number): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      return refuse(path, `${value}, which JSON has no number for`, "return null or text in its place");
    case "bigint":
      return refuse(path, "a bigint, which is not data", "return Number(value), or String(value) where it is large");
    case "symbol":
      return refuse(path, "a symbol, which is not data", "return its description");
    case "function":
      return refuse(path, `a function (${value.name || "without a name"}), which is not data`, "return what it gives");
    case "object":
      return value === null ? null : fromObject(value, path, depth);
  }
}

function fromObject(value: object, path: string, depth: number): unknown {
  if (depth > DEEPEST) {
    return refuse(path, `nested deeper than ${DEEPEST} levels, or contains itself`, "return something flatter");
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const item = toData(value[index], `${path}[${index}]`, depth + 1);
      items.push(item === undefined ? null : item);
    }
    return items;
  }
  return isPlain(value) ? fromPlain(value, path, depth) : fromInstance(value, path, depth);
}

function fromPlain(value: object, path: string, depth: number): object {
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const data = toData(item, `${path}.${key}`, depth + 1);
    if (data !== undefined) entries.push([key, data]);
  }
  // fromEntries defines properties, so that a key `__proto__` is one like any other.
  return Object.fromEntries(entries);
}

/** An object literal, or an instance of a class that has fields only. */
function isPlain(value: object): boolean {
  let prototype: object | null = Object.getPrototypeOf(value);
  // A class of the language has its data elsewhere than in properties.
  if (Symbol.toStringTag in value || value instanceof Error || value instanceof RegExp || value instanceof Date)
    return false;
  for (
    ;
    prototype !== null && Object.getPrototypeOf(prototype) !== null;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    if (Reflect.ownKeys(prototype).some((key) => key !== "constructor")) return false;
  }
  return true;
}

const ADVICE: Readonly<Record<string, string>> = {
  Map: "return Object.fromEntries(map), or [...map]",
  Set: "return [...set]",
  Error: "throw it, or return its message",
  Promise: "await it",
  Uint8Array: 'return Buffer.from(bytes).toString("base64"), or write an artifact',
  Buffer: 'return buffer.toString("base64"), or write an artifact',
};

function fromInstance(value: object, path: string, depth: number): unknown {
  const name = nameOf(value);
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) refuse(path, "an invalid Date", "return null or text in its place");
    return value.toISOString();
  }
  if (value instanceof URL) return value.href;
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return toData(value.valueOf(), path, depth + 1);
  }
  if ("toJSON" in value && typeof value.toJSON === "function" && !ArrayBuffer.isView(value)) {
    return toData(value.toJSON(), path, depth + 1);
  }
  return refuse(path, `a ${name}, which is not data`, ADVICE[name] ?? "return an object literal made from it");
}

function nameOf(value: object): string {
  const made: unknown = Object.getPrototypeOf(value)?.constructor;
  if (typeof made === "function" && made.name !== "" && made !== Object) return made.name;
  return Object.prototype.toString.call(value).slice(8, -1);
}
