// The lines of a docstring without the indentation that they share, each with its place in the source.

import type { Span } from "../../model/place.ts";
import type { TextNode } from "../syntax/expression-nodes.ts";
import { literalLineStarts } from "./literal-lines.ts";

/** One line. */
export interface DocstringLine {
  /** Without indentation and trailing space; empty for a blank line. */
  readonly text: string;
  /** How far it is indented beyond the docstring's own indentation. */
  readonly indent: number;
  readonly span: Span;
}

/** Dedents as Python's own `inspect.cleandoc` does: the first line does not count. */
export function docstringLines(node: TextNode): readonly DocstringLine[] {
  const values = node.value.split("\n");
  const starts = literalLineStarts(node);
  const widths = values.map(indentation);
  const margins = widths.filter((_, index) => index > 0 && values[index]?.trim() !== "");
  const margin = margins.length === 0 ? 0 : smallest(margins);
  return values.map((value, index) => {
    const text = value.trim();
    const start = starts[index] ?? starts.at(-1) ?? { line: node.place.line, column: 1 };
    const column = start.column + (value.length - value.trimStart().length);
    const span = { line: start.line, column, endLine: start.line, endColumn: column + text.length };
    const indent = index === 0 ? 0 : Math.max(0, (widths[index] ?? 0) - margin);
    return { text, indent: text === "" ? 0 : indent, span };
  });
}

/** The width of a line's indentation, tabs at every eighth column. */
function indentation(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === " ") width += 1;
    else if (character === "\t") width += 8 - (width % 8);
    else break;
  }
  return width;
}

/** `Math.min` takes its numbers on the stack: not a million of them. */
function smallest(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(one, least), Number.POSITIVE_INFINITY);
}
