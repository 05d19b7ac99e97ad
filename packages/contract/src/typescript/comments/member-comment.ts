// The comment of a property, a parameter in place or a named type: a text and the tags that end it.

import type { DocLine } from "../../model/doc.ts";
import { commentBlocks, isProse } from "./comment-blocks.ts";
import { commentLines } from "./comment-lines.ts";
import type { CommentRange } from "./comment-range.ts";
import { readTaggedText, type TaggedText, type TextPlace } from "./constraint-tags.ts";
import { paragraphsOf } from "./paragraphs.ts";

/** Reads a property's comment: all of its prose is its text. */
export function readMemberComment(range: CommentRange, place: TextPlace): TaggedText {
  return readTaggedText(
    proseOf(range).map((line) => line.text),
    place,
  );
}

/** Reads a named type's comment: its first paragraph is its text; tags count wherever they stand. */
export function readTypeComment(range: CommentRange, place: TextPlace): TaggedText {
  const prose = proseOf(range);
  const { tags } = readTaggedText(
    prose.map((line) => line.text),
    place,
  );
  const first = paragraphsOf(prose)[0]?.lines.map((line) => line.text) ?? [];
  return { text: readTaggedText(first, place).text, tags };
}

function proseOf(range: CommentRange): DocLine[] {
  return commentBlocks(commentLines(range), "member")
    .filter((block) => isProse(block.tag))
    .flatMap((block) => block.lines);
}
