// Where a module's import of a name stands in its text.

import type { Span } from "../model/place.ts";
import { spanBetween } from "./text-span.ts";

const NOWHERE: Span = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** The place of the specifier (with its quotes) in `text`; the first line where it is not found. */
export async function importPlace(text: string, specifier: string): Promise<Span> {
  // The compiler is large, and needed for faults only.
  const { default: ts } = await import("typescript");
  const found = ts.preProcessFile(text, true, true).importedFiles.find((imported) => imported.fileName === specifier);
  // `pos` is the opening quote, `end` leaves the quotes out of its count.
  return found === undefined ? NOWHERE : spanBetween(text, found.pos, found.end + 2);
}
