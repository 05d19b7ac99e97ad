// A doc comment's lines in blocks: the prose at its start, then one block for each tag at the start of a line.

import type { DocLine } from "../../model/doc.ts";
import { isConstraintTag } from "./constraint-tags.ts";

/** The lines from one block tag to the next. The prose before the first tag has the tag `""`. */
export interface CommentBlock {
  readonly tag: string;
  /** The line the tag stands on, as it is in the comment. */
  readonly head: DocLine;
  /** The text behind the tag, then the lines that follow. */
  readonly lines: readonly DocLine[];
}

interface OpenBlock {
  tag: string;
  head: DocLine;
  lines: DocLine[];
}

/**
 * Splits lines into blocks. A constraint tag at the start of a line opens none: it goes on with the `@param` above, or,
 * where `belongsTo` is `member`, with the prose.
 */
export function commentBlocks(lines: readonly DocLine[], belongsTo: "function" | "member"): CommentBlock[] {
  const blocks: OpenBlock[] = [];
  let fenced = false;
  for (const line of lines) {
    if (isFence(line.text)) fenced = !fenced;
    const tag = fenced ? undefined : blockTag(line);
    const open = blocks.at(-1);
    if (tag === undefined) {
      if (open === undefined) blocks.push({ tag: "", head: line, lines: [line] });
      else open.lines.push(line);
      continue;
    }
    const owner = isConstraintTag(tag.name) ? ownerOf(tag.name, line, blocks, belongsTo) : undefined;
    if (owner !== undefined) owner.lines.push(line);
    else blocks.push({ tag: canonicalTag(tag.name), head: line, lines: [tag.rest] });
  }
  return blocks;
}

/** Whether a line opens or closes a fence; one that does both is code in its line. */
export function isFence(text: string): boolean {
  const line = text.trim();
  if (line.startsWith("~~~")) return true;
  return line.startsWith("```") && (line.length < 6 || !line.endsWith("```"));
}

function blockTag(line: DocLine): { readonly name: string; readonly rest: DocLine } | undefined {
  const found = /^(\s*@([A-Za-z][\w-]*))(?![\w@/.-])\s*/.exec(line.text);
  if (found === null || found[2] === undefined) return undefined;
  const text = line.text.slice(found[0].length);
  return { name: found[2], rest: { text, span: { ...line.span, column: line.span.column + found[0].length } } };
}

// `@deprecated` at the start of a line speaks of the function, unless it is indented below a parameter's text.
function ownerOf(name: string, line: DocLine, blocks: OpenBlock[], belongsTo: "function" | "member") {
  if (belongsTo === "member") return blocks.findLast((block) => isProse(block.tag)) ?? newProse(line, blocks);
  const parameter = blocks.findLast((block) => block.tag === "param");
  if (name !== "deprecated") return parameter;
  return parameter !== undefined && indentOf(line) > indentOf(parameter.head) ? parameter : undefined;
}

function newProse(line: DocLine, blocks: OpenBlock[]): OpenBlock {
  const block: OpenBlock = { tag: "", head: line, lines: [] };
  blocks.push(block);
  return block;
}

/** Whether a block's text is prose. */
export function isProse(tag: string): boolean {
  return tag === "" || tag === "remarks";
}

function indentOf(line: DocLine): number {
  return line.text.length - line.text.trimStart().length;
}

const synonyms: Readonly<Record<string, string>> = {
  arg: "param",
  argument: "param",
  return: "returns",
  examples: "example",
};

function canonicalTag(name: string): string {
  return Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name;
}
