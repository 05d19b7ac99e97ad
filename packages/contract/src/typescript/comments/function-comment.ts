// A function's doc comment, in sections.

import type { DocLine, DocModel, DocParagraph } from "../../model/doc.ts";
import { spanAt } from "../source.ts";
import { type CommentBlock, commentBlocks, isFence, isProse } from "./comment-blocks.ts";
import { commentLines } from "./comment-lines.ts";
import type { CommentRange } from "./comment-range.ts";
import { paragraphsOf } from "./paragraphs.ts";
import { type ParameterEntry, readParameterEntry } from "./parameter-entry.ts";

/** A function's comment: the sections, and the entries of its parameters with their tags. */
export interface FunctionComment {
  readonly doc: DocModel;
  readonly entries: readonly ParameterEntry[];
}

/** Reads the comment of a function. */
export function readFunctionComment(range: CommentRange): FunctionComment {
  const lines = commentLines(range);
  const blocks = commentBlocks(lines, "function");
  const entries = blocks
    .filter((block) => block.tag === "param")
    .map(readParameterEntry)
    .filter((entry) => entry !== undefined);
  const prose = blocks.filter((block) => isProse(block.tag)).flatMap((block) => paragraphsOf(block.lines));
  const when = prose.findIndex(isWhenSection);
  const doc: DocModel = {
    span: spanAt(range.file, range.pos, range.end),
    isEmpty: lines.every((line) => line.text.trim() === ""),
    prose: prose.filter((_, index) => index !== when),
    ...(when >= 0 && { when: withoutHeading(prose[when]) }),
    parameters: entries.map(({ name, text, span }) => ({ name, text, span })),
    attributes: [],
    examples: blocks.filter((block) => block.tag === "example").map(exampleLines),
    tags: blocks.map((block) => block.tag).filter((tag) => tag === "internal" || tag === "deprecated"),
  };
  return { doc, entries };
}

function isWhenSection(paragraph: DocParagraph): boolean {
  return /^when:$/i.test(paragraph.lines[0]?.text ?? "") && paragraph.lines.length > 1;
}

function withoutHeading(paragraph: DocParagraph | undefined): DocParagraph {
  return { lines: paragraph?.lines.slice(1) ?? [], isList: false };
}

function exampleLines(block: CommentBlock): DocLine[] {
  const lines = block.lines
    .filter((line) => !isFence(line.text))
    .map((line) => ({ ...line, text: line.text.replace(/^\s*<caption>.*?<\/caption>\s*/, "") }));
  const written = (line: DocLine) => line.text.trim() !== "";
  return lines.slice(lines.findIndex(written), lines.findLastIndex(written) + 1);
}
