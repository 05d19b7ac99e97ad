// The place of a range of a text.

import type { Span } from "../model/place.ts";

/** The place between two offsets of `text`. */
export function spanBetween(text: string, start: number, end: number): Span {
  const from = placeOf(text, start);
  const to = placeOf(text, end);
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
