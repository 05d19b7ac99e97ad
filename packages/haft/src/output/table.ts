// Columns of text, as wide as what stands in them.

import type { Paint } from "./paint.ts";
import { plainLine } from "./plain-text.ts";
import { displayWidth } from "./width.ts";

/** Rows under headings, ending in a line feed; `width` cuts the last column (a terminal's columns; absent: never). */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
  width?: number,
): string {
  const cells = rows.map((row) => row.map(plainLine));
  const widths = headings.map((heading, column) =>
    Math.max(displayWidth(heading), ...cells.map((row) => displayWidth(row[column] ?? ""))),
  );
  const line = (row: readonly string[]) => cut(pad(row, widths), width);
  return [paint.quiet(line(headings)), ...cells.map(line), ""].join("\n");
}

function pad(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))))
    .join("  ")
    .trimEnd();
}

/** The text in at most `width` columns, with `…` where it was cut. */
export function cut(text: string, width: number | undefined): string {
  if (width === undefined || displayWidth(text) <= width) return text;
  const characters = [...text];
  while (characters.length > 0 && displayWidth(characters.join("")) > width - 1) characters.pop();
  return `${characters.join("")}…`;
}
