// A line of source with carets under the part that is meant.

import type { Diagnostic } from "@haft/contract";
import { plainText } from "./plain-text.ts";
import { displayWidth } from "./width.ts";

/** Columns of source that are shown; a longer line is cut around the mark. */
const SHOWN = 100;
const TAB = "    ";

/** A range in a source text, as diagnostics give it. */
export type Span = Pick<Diagnostic, "line" | "column" | "endLine" | "endColumn">;

/** The two lines of a marked line, without colours. */
export interface MarkedLine {
  /** The line's number. */
  readonly number: string;
  readonly text: string;
  /** Blanks and carets. */
  readonly mark: string;
}

/** Marks `span` in the source; a span over several lines is marked to the end of its first. Null where the line does not exist. */
export function markLine(source: string, span: Span): MarkedLine | null {
  const line = source.split(/\r\n|\n|\r|\f/, span.line)[span.line - 1];
  if (line === undefined) return null;
  const start = Math.min(span.column - 1, line.length);
  const end = span.endLine > span.line ? line.trimEnd().length : Math.min(span.endColumn - 1, line.length);
  const cut = cutAround(line, start, Math.max(end, start + 1));
  const before = printable(cut.text.slice(0, cut.start));
  const marked = printable(cut.text.slice(cut.start, cut.end));
  return {
    number: String(span.line),
    text: before + marked + printable(cut.text.slice(cut.end)),
    mark: " ".repeat(displayWidth(before)) + "^".repeat(Math.max(1, displayWidth(marked))),
  };
}

function printable(text: string): string {
  return plainText(text).replaceAll("\t", TAB);
}

/** The part of a long line that holds the mark, with `…` for what is left out. */
function cutAround(line: string, start: number, end: number): { text: string; start: number; end: number } {
  if (line.length <= SHOWN) return { text: line, start, end };
  const shownEnd = Math.min(end, start + SHOWN - 20);
  const from = Math.max(0, Math.min(start - 20, line.length - SHOWN));
  const to = Math.min(line.length, Math.max(from + SHOWN, shownEnd));
  const lead = from > 0 ? "…" : "";
  return {
    text: lead + line.slice(from, to) + (to < line.length ? "…" : ""),
    start: start - from + lead.length,
    end: shownEnd - from + lead.length,
  };
}
