// A source text and its lines, and the columns of Python's parser (UTF-8 bytes, characters) as UTF-16 columns.

import type { Span } from "../../model/place.ts";

/** A place as Python gives it: lines from 1, columns from 0 in UTF-8 bytes. */
export interface Place {
  readonly source: SourceText;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** One text that was parsed: a module, or an annotation in quotes (`outer` is where that stands in its module). */
export class SourceText {
  readonly text: string;
  readonly outer: Place | undefined;
  #lines: readonly string[] | undefined;

  constructor(text: string, outer?: Place) {
    this.text = text;
    this.outer = outer;
  }

  /** The lines as Python counts them: it knows no other line ends than these. */
  get lines(): readonly string[] {
    this.#lines ??= this.text.split(/\r\n|\r|\n/);
    return this.#lines;
  }

  get lineCount(): number {
    return this.lines.length;
  }

  line(number: number): string {
    return this.lines[number - 1] ?? "";
  }

  /** The 1-based UTF-16 column of a byte offset in a line. */
  column(line: number, bytes: number): number {
    return indexOfByte(this.line(line), bytes) + 1;
  }

  /** The 1-based UTF-16 column of a character offset in a line. */
  columnOfCharacter(line: number, characters: number): number {
    let index = 0;
    let left = characters;
    const text = this.line(line);
    while (left > 0 && index < text.length) {
      index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
      left -= 1;
    }
    return index + left + 1;
  }
}

/** The index in a text of an offset in its UTF-8 bytes. */
function indexOfByte(text: string, bytes: number): number {
  let index = 0;
  let left = bytes;
  while (left > 0 && index < text.length) {
    const point = text.codePointAt(index) ?? 0;
    left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    index += point > 0xffff ? 2 : 1;
  }
  return index;
}

/** Where a node stands in its module; for one inside quotes, where the quotes stand. */
export function spanOf(place: Place): Span {
  const outer = place.source.outer;
  if (outer !== undefined) return spanOf(outer);
  return {
    line: place.line,
    column: place.source.column(place.line, place.column),
    endLine: place.endLine,
    endColumn: place.source.column(place.endLine, place.endColumn),
  };
}

/** The author's own text of a node, on one line and not longer than a message can bear. */
export function textOf(place: Place): string {
  const text = rawTextOf(place).replaceAll(/\s*[\r\n]+\s*/g, " ");
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** The author's own text of a node, to the letter. */
export function rawTextOf(place: Place): string {
  const { source, line, endLine } = place;
  const from = indexOfByte(source.line(line), place.column);
  const to = indexOfByte(source.line(endLine), place.endColumn);
  if (line === endLine) return source.line(line).slice(from, to);
  const between = source.lines.slice(line, endLine - 1);
  return [source.line(line).slice(from), ...between, source.line(endLine).slice(0, to)].join("\n");
}
