// Entries of a section: which lines name a parameter, and which go on about the one above.

import type { DocEntry } from "../../model/doc.ts";
import type { DocstringLine } from "./docstring-lines.ts";
import { withoutStars } from "./headings.ts";

/** An entry that is still being written. */
interface Draft {
  readonly names: readonly string[];
  readonly span: DocEntry["span"];
  readonly texts: string[];
}

const NAME = String.raw`(?:\\?\*){0,2}[\p{ID_Start}_][\p{ID_Continue}]*(?:\.[\p{ID_Start}_][\p{ID_Continue}]*)*`;
/** `name:`, `name (type):`, `*name:`, `- name:`, with the text behind. */
const GOOGLE = new RegExp(String.raw`^(?:[-*] )?(${"`"}?)(${NAME})\1\s*(?:\(.*?\))?\s*:(?:\s+(.*))?$`, "u");
/** `x`, `x : type`, `x, y : type`. */
const NUMPY = new RegExp(String.raw`^(${NAME}(?:\s*,\s*${NAME})*)\s*(?::(?:\s.*)?)?$`, "u");

/** The entries of a Google section: lines at its first indentation that read like one. */
export function googleEntries(lines: readonly DocstringLine[]): readonly DocEntry[] {
  const indent = lines.find((line) => line.text !== "")?.indent ?? 0;
  const drafts: Draft[] = [];
  for (const line of lines) {
    const match = line.indent === indent ? GOOGLE.exec(line.text) : null;
    if (match !== null) drafts.push(draft([match[2] ?? ""], line, match[3] ?? ""));
    else if (line.text !== "") drafts.at(-1)?.texts.push(line.text);
  }
  return finished(drafts);
}

/** Whether a line may be the first of a NumPy entry. */
export function isNumpyEntry(line: DocstringLine): boolean {
  return NUMPY.test(line.text);
}

/** The entries of a NumPy section: unindented names, with indented text below. */
export function numpyEntries(lines: readonly DocstringLine[]): readonly DocEntry[] {
  const indent = lines.find((line) => line.text !== "")?.indent ?? 0;
  const drafts: Draft[] = [];
  for (const line of lines) {
    const match = line.indent <= indent ? NUMPY.exec(line.text) : null;
    if (match !== null) drafts.push(draft((match[1] ?? "").split(","), line, ""));
    else if (line.text !== "") drafts.at(-1)?.texts.push(line.text);
  }
  return finished(drafts);
}

/** One entry with the lines that go on about it. */
export function entryOf(name: string, first: DocstringLine, text: string, more: readonly DocstringLine[]): DocEntry {
  const one = draft([name], first, text);
  for (const line of more) if (line.text !== "") one.texts.push(line.text);
  return finished([one])[0] ?? { name, text, span: first.span };
}

function draft(names: readonly string[], line: DocstringLine, text: string): Draft {
  const texts = text.trim() === "" ? [] : [text.trim()];
  return { names: names.map((name) => withoutStars(name.trim())), span: line.span, texts };
}

function finished(drafts: readonly Draft[]): readonly DocEntry[] {
  return drafts.flatMap(({ names, span, texts }) =>
    names.map((name) => Object.freeze({ name, text: texts.join(" "), span: Object.freeze(span) })),
  );
}
