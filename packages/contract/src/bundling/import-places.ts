// Where a module's import of a name stands in its text.

import ts from "typescript";
import type { Span } from "../model/place.ts";

const NOWHERE: Span = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** The place of the specifier (with its quotes) in `text`; the first line where it is not found. */
export function importPlace(text: string, specifier: string): Span {
  const found = ts.preProcessFile(text, true, true).importedFiles.find((imported) => imported.fileName === specifier);
  if (found === undefined) return NOWHERE;
  // `pos` is the opening quote, `end` leaves the quotes out of its count.
  return spanBetween(text, found.pos, found.end + 2);
}

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
