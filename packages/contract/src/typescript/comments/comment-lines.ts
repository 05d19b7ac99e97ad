// A doc comment as lines: without its marks, each with its place.

import type { DocLine } from "../../model/doc.ts";
import { spanAt } from "../source.ts";
import type { CommentRange } from "./comment-range.ts";

/** Takes the marks off a doc comment. Indentation behind the `*` is kept, but for one space. */
export function commentLines(range: CommentRange): DocLine[] {
  const end = range.end - 2;
  const lines: DocLine[] = [];
  for (let start = range.pos + 3, first = true; start <= end; first = false) {
    const newline = range.file.text.indexOf("\n", start);
    const stop = newline < 0 || newline > end ? end : newline;
    lines.push(lineBetween(range, first ? start : afterMark(range.file.text, start, stop), stop));
    start = stop + 1;
  }
  return lines;
}

function lineBetween(range: CommentRange, start: number, stop: number): DocLine {
  const raw = range.file.text.slice(start, stop);
  const lead = /^[ \t]/.test(raw) ? 1 : 0;
  const text = raw.slice(lead).trimEnd();
  return { text, span: spanAt(range.file, start + lead, start + lead + text.length) };
}

function afterMark(text: string, start: number, stop: number): number {
  const mark = /^\s*\*?/.exec(text.slice(start, stop))?.[0] ?? "";
  return mark.endsWith("*") ? start + mark.length : start;
}

/** The first character of a line that is not indentation, as a place. */
export function firstWordSpan(line: DocLine): DocLine["span"] {
  const indent = line.text.length - line.text.trimStart().length;
  return { ...line.span, column: line.span.column + indent };
}
