// Prose as paragraphs, with lists as paragraphs of their own.

import type { DocParagraph } from "../../model/doc.ts";
import type { DocstringLine } from "./docstring-lines.ts";

const ITEM = /^(?:[-*+•]|\d+[.)])\s+/;

/** Splits prose at blank lines and where a list begins; items parted by blank lines are one list. */
export function paragraphsOf(lines: readonly DocstringLine[]): readonly DocParagraph[] {
  const paragraphs: { lines: DocstringLine[]; isList: boolean }[] = [];
  let current: { lines: DocstringLine[]; isList: boolean } | undefined;
  for (const line of lines) {
    if (line.text === "") {
      current = undefined;
      continue;
    }
    const isItem = ITEM.test(line.text);
    const before = paragraphs.at(-1);
    if (current === undefined && isItem && before?.isList === true) current = before;
    if (current === undefined || (isItem && !current.isList)) {
      current = { lines: [], isList: isItem };
      paragraphs.push(current);
    }
    current.lines.push(line);
  }
  return Object.freeze(paragraphs.map((one) => paragraphOf(one.lines, one.isList)));
}

/** Lines as one paragraph. */
export function paragraphOf(lines: readonly DocstringLine[], isList = false): DocParagraph {
  return Object.freeze({
    lines: Object.freeze(lines.map(({ text, span }) => Object.freeze({ text, span: Object.freeze(span) }))),
    isList,
  });
}
