// One `@param`: its name (or path), its text and its tags, whatever JSDoc decorations stand around them.

import type { DocEntry } from "../../model/doc.ts";
import type { CommentBlock } from "./comment-blocks.ts";
import { firstWordSpan } from "./comment-lines.ts";
import { readTaggedText, type TagSet } from "./constraint-tags.ts";

/** An entry with the tags that ended its text. */
export interface ParameterEntry extends DocEntry {
  readonly tags: TagSet;
}

/** Reads a `@param` block; `undefined` where it names nothing. */
export function readParameterEntry(block: CommentBlock): ParameterEntry | undefined {
  const [first, ...others] = block.lines.map((line) => line.text);
  const head = readHead(first ?? "");
  if (head === undefined) return undefined;
  const span = firstWordSpan(block.head);
  return { name: head.name, span, ...readTaggedText([head.text, ...others], { span }) };
}

function readHead(text: string): { name: string; text: string } | undefined {
  const untyped = text.trimStart().startsWith("{") ? afterBraces(text.trimStart()) : text;
  const bracketed = /^\s*\[/.test(untyped) ? inBrackets(untyped.trimStart()) : undefined;
  const rest = bracketed?.rest ?? untyped;
  const found = bracketed === undefined ? /^\s*((?:\.\.\.)?[\w$][\w$.[\]]*)/.exec(rest) : undefined;
  const name = (bracketed?.name ?? found?.[1] ?? "").replace(/^\.\.\./, "").replace(/\.$/, "");
  if (name === "") return undefined;
  const behind = found === undefined || found === null ? rest : rest.slice(found[0].length);
  return { name, text: behind.replace(/^\s*(?:[-–—:]+(?=\s|$))?\s*/, "") };
}

// `{type}` may hold braces of its own.
function afterBraces(text: string): string {
  const end = closing(text, "{", "}");
  return end === undefined ? text : text.slice(end + 1);
}

// `[name=default]`: the default is the code's to say.
function inBrackets(text: string): { name: string; rest: string } {
  const end = closing(text, "[", "]") ?? text.length;
  const name = /^\s*([\w$.]+)/.exec(text.slice(1, end))?.[1] ?? "";
  return { name, rest: text.slice(end + 1) };
}

// Where the bracket that opens a text is closed again; brackets in quotes do not count.
function closing(text: string, open: string, close: string): number | undefined {
  let depth = 0;
  for (const found of text.matchAll(/"[^"]*"|'[^']*'|[[\]{}]/g)) {
    if (found[0] === open) depth++;
    else if (found[0] === close && --depth === 0) return found.index;
  }
  return undefined;
}
