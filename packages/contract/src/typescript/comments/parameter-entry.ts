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
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return text.slice(at + 1);
  }
  return text;
}

// `[name=default]`: the default is the code's to say.
function inBrackets(text: string): { name: string; rest: string } {
  let depth = 0;
  let end = text.length;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) {
      end = at;
      break;
    }
  }
  const name = /^\s*([\w$.]+)/.exec(text.slice(1, end))?.[1] ?? "";
  return { name, rest: text.slice(end + 1) };
}
