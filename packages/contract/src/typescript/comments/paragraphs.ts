// Prose in paragraphs: parted by empty lines; a list is a paragraph of its own.

import type { DocLine, DocParagraph } from "../../model/doc.ts";

/** Parts the lines of prose. Lines that hold nothing belong to no paragraph, but for those between items of a list. */
export function paragraphsOf(lines: readonly DocLine[]): DocParagraph[] {
  const paragraphs: { lines: DocLine[]; isList: boolean }[] = [];
  let afterBlank = true;
  for (const line of lines) {
    if (line.text.trim() === "") {
      afterBlank = true;
      continue;
    }
    const open = paragraphs.at(-1);
    const item = isItem(line.text);
    const goesOn = open !== undefined && (open.isList ? item || !afterBlank || isIndented(line) : !item && !afterBlank);
    const text = { ...line, text: line.text.trim() };
    if (goesOn) open.lines.push(text);
    else paragraphs.push({ lines: [text], isList: item });
    afterBlank = false;
  }
  return paragraphs;
}

function isItem(text: string): boolean {
  return /^\s*([-*+•]|\d+[.)])\s/.test(text);
}

function isIndented(line: DocLine): boolean {
  return /^(\t| {2})/.test(line.text);
}
