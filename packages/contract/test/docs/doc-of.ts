// Doc comments as the readers of both languages give them, for tests.

import type { DocLine, DocModel, DocParagraph } from "../../src/model/doc.ts";

const span = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Lines, numbered from 1. */
export function linesOf(text: string): DocLine[] {
  return text.split("\n").map((line, index) => ({ text: line, span: { ...span, line: index + 1 } }));
}

function paragraphOf(text: string): DocParagraph {
  return { lines: linesOf(text), isList: /^\s*[-*]\s/.test(text) };
}

/** A doc comment of paragraphs, and a `When:` section. */
export function docOf(paragraphs: readonly string[], when?: string): DocModel {
  return {
    span,
    isEmpty: paragraphs.join("").trim() === "",
    prose: paragraphs.map(paragraphOf),
    parameters: [],
    attributes: [],
    examples: [],
    tags: [],
    ...(when === undefined ? {} : { when: paragraphOf(when) }),
  };
}
