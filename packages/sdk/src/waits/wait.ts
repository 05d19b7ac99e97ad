// A wait: what a tool returns to be parked until what it waits for has happened.

import type { JsonObject } from "../wire/json.ts";
import type { YieldKind } from "../wire/messages.ts";
import { checkedMeta } from "./meta.ts";
import { observer } from "./observer.ts";

/** Marks a wait. Registered, so that two copies of the sdk in one process know each other's. */
const BRAND = Symbol.for("haft.wait");

/**
 * A reason why a call is parked: a plain frozen value, counted only when the tool returns it. In a unit test look at
 * `kind`, `params` and `meta`.
 */
export interface Wait {
  readonly kind: YieldKind;
  /** What the helper was given, as it goes over the wire. */
  readonly params: JsonObject;
  /** What the companion gets back. */
  readonly meta: JsonObject;
}

/** Makes a wait, and tells it to the call in which it was made, if there is one. */
export function makeWait(helper: string, kind: YieldKind, params: Record<string, unknown>, meta: unknown): Wait {
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as JsonObject;
  const wait = { kind, params: Object.freeze(given), meta: checkedMeta(helper, meta) };
  Object.defineProperty(wait, BRAND, { value: helper });
  Object.freeze(wait);
  observer()?.waitMade(wait, helper);
  return wait;
}

/** The name of the helper that made a wait; undefined for any other value. */
export function helperOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !(BRAND in value)) return undefined;
  return typeof value[BRAND] === "string" ? value[BRAND] : undefined;
}

/** Whether a value is a wait. */
export function isWait(value: unknown): value is Wait {
  return helperOf(value) !== undefined;
}
