// The door: guards for the JSON that the Python process sends. What does not fit is a fault of Haft's own.

import type { Place, SourceText } from "./source-text.ts";

/** The process answered something that is no outline. */
export class OutlineMismatch extends Error {}

export function arrayOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new OutlineMismatch(`expected a list, not ${typeof value}`);
  return value;
}

export function textFrom(value: unknown): string {
  if (typeof value !== "string") throw new OutlineMismatch(`expected text, not ${typeof value}`);
  return value;
}

export function optionalText(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : textFrom(value);
}

export function numberFrom(value: unknown): number {
  if (typeof value !== "number") throw new OutlineMismatch(`expected a number, not ${typeof value}`);
  return value;
}

export function textsFrom(value: unknown): readonly string[] {
  return Object.freeze(arrayOf(value).map(textFrom));
}

/** Four numbers from `at` on are a place. */
export function placeFrom(node: readonly unknown[], at: number, source: SourceText): Place {
  return Object.freeze({
    source,
    line: numberFrom(node[at]),
    column: numberFrom(node[at + 1]),
    endLine: numberFrom(node[at + 2]),
    endColumn: numberFrom(node[at + 3]),
  });
}
