// What differs between two values, place by place, as the log and approvers are told.

import { type Keys, sameJson, writePath } from "@haft/contract/validation";
import { isObject, type Json } from "../json/json.ts";

/** One place that was changed: `items[2].name`; the whole value is the empty text. */
export interface Change {
  readonly path: string;
  readonly from: Json;
  readonly to: Json;
}

/** The places at which the values differ: the innermost of those that both have. */
export function changesBetween(from: Json, to: Json, keys: Keys = []): readonly Change[] {
  if (sameJson(from, to)) return [];
  const whole = [{ path: writePath(keys), from, to }];
  if (isList(from) && isList(to)) {
    if (from.length !== to.length) return whole;
    return from.flatMap((item, index) => changesBetween(item, to[index] ?? null, [...keys, index]));
  }
  if (!isObject(from) || !isObject(to)) return whole;
  const names = Object.keys(from);
  const alike = names.length === Object.keys(to).length && names.every((name) => Object.hasOwn(to, name));
  if (!alike) return whole;
  return names.flatMap((name) => changesBetween(from[name] ?? null, to[name] ?? null, [...keys, name]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
