// A copy of a value as JSON, or where it is not JSON.

import type { Json } from "../wire/json.ts";
import { describeKind } from "./describe-kind.ts";

/** The copy, or the place (`.a[0]`) and kind of the first part that is not data. */
export type PlainData =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly path: string; readonly found: string };

/** No field of a definition is nested deeper; a cycle is. */
const DEEPEST = 200;

/** Copies objects, lists, text, finite numbers, booleans and null; properties that are undefined are left out. */
export function plainData(value: unknown, path = "", depth = 0): PlainData {
  if (value === null || typeof value === "string" || typeof value === "boolean") return { ok: true, value };
  if (typeof value === "number" && Number.isFinite(value)) return { ok: true, value };
  if (typeof value !== "object") return { ok: false, path, found: describeKind(value) };
  if (depth > DEEPEST) return { ok: false, path: "", found: "an object that is nested too deeply or contains itself" };
  return Array.isArray(value) ? plainList(value, path, depth) : plainObject(value, path, depth);
}

function plainList(list: readonly unknown[], path: string, depth: number): PlainData {
  const copy: Json[] = [];
  for (const [index, item] of list.entries()) {
    const data = plainData(item, `${path}[${index}]`, depth + 1);
    if (!data.ok) return data;
    copy.push(data.value);
  }
  return { ok: true, value: copy };
}

function plainObject(object: object, path: string, depth: number): PlainData {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return { ok: false, path, found: describeKind(object) };
  }
  const copy: [string, Json][] = [];
  for (const [key, item] of Object.entries(object)) {
    if (item === undefined) continue;
    const data = plainData(item, `${path}.${key}`, depth + 1);
    if (!data.ok) return data;
    copy.push([key, data.value]);
  }
  // fromEntries defines properties, so that a key `__proto__` is one like any other.
  return { ok: true, value: Object.fromEntries(copy) };
}
