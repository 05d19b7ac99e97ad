// What the helpers accept: a mistake is an error of the call, where the helper was called.

import { MAX_WAIT_SECONDS } from "../wire/wait-limits.ts";

/** Text that is not empty. */
export function checkedText(helper: string, name: string, value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`${helper}: ${name} must be a text that is not empty, not ${shown(value)}`);
}

/** Seconds from 0 to 366 days. */
export function checkedSeconds(helper: string, name: string, value: unknown): number {
  if (typeof value !== "number")
    throw new TypeError(`${helper}: ${name} must be a number of seconds, not ${shown(value)}`);
  if (value >= 0 && value <= MAX_WAIT_SECONDS) return value;
  throw new RangeError(`${helper}: ${name} is ${value}; it must be between 0 and ${MAX_WAIT_SECONDS} (366 days)`);
}

/** As `checkedSeconds`; undefined stays undefined. */
export function optionalSeconds(helper: string, name: string, value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : checkedSeconds(helper, name, value);
}

/** One text or several, as a list. */
export function checkedTexts(helper: string, name: string, value: string | readonly string[]): string[] {
  const values = typeof value === "string" ? [value] : [...value];
  return values.map((item, index) => checkedText(helper, `${name}[${index}]`, item));
}

function shown(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
