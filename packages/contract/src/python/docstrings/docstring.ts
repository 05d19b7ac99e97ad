// A docstring, taken apart into its sections: Google, NumPy and Sphinx, in any order, by indentation.

import type { DocEntry, DocLine, DocModel, DocParagraph } from "../../model/doc.ts";
import type { TextNode } from "../syntax/expression-nodes.ts";
import { spanOf } from "../syntax/source-text.ts";
import { type DocstringLine, docstringLines } from "./docstring-lines.ts";
import { entryOf, googleEntries, isNumpyEntry, numpyEntries } from "./entries.ts";
import { googleHeading, numpyHeading, type SectionKind, saysWhen, sphinxField } from "./headings.ts";
import { paragraphOf, paragraphsOf } from "./paragraphs.ts";

/** What is gathered while the lines are read. */
interface Gathered {
  readonly prose: DocstringLine[];
  readonly parameters: DocEntry[];
  readonly attributes: DocEntry[];
  readonly examples: (readonly DocLine[])[];
  when: DocParagraph | undefined;
}

const BLANK: DocstringLine = Object.freeze({
  text: "",
  indent: 0,
  span: Object.freeze({ line: 1, column: 1, endLine: 1, endColumn: 1 }),
});

/** The sections of a docstring. */
export function docModel(node: TextNode): DocModel {
  const lines = docstringLines(node);
  const gathered: Gathered = { prose: [], parameters: [], attributes: [], examples: [], when: undefined };
  let at = 0;
  while (at < lines.length) at = take(lines, at, gathered);
  const { when, parameters, attributes, examples } = gathered;
  return Object.freeze({
    span: Object.freeze(spanOf(node.place)),
    isEmpty: lines.every((line) => line.text === ""),
    prose: paragraphsOf(gathered.prose),
    ...(when === undefined ? {} : { when }),
    parameters: Object.freeze(parameters),
    attributes: Object.freeze(attributes),
    examples: Object.freeze(examples),
    tags: Object.freeze([]),
  });
}

/** Takes what begins at a line; gives the line to go on with. */
function take(lines: readonly DocstringLine[], at: number, gathered: Gathered): number {
  const line = lines[at] ?? BLANK;
  if (line.text === "" || saysWhen(lines, at)) {
    gathered.prose.push(line);
    return at + 1;
  }
  const numpy = numpyHeading(lines, at);
  if (numpy !== undefined) return takeNumpy(lines, at, numpy.kind, gathered);
  const field = sphinxField(line);
  if (field !== undefined) {
    const end = endOfField(lines, at);
    const entry = entryOf(field.name, line, field.text, lines.slice(at + 1, end));
    if (field.kind === "parameters") gathered.parameters.push(entry);
    else if (field.kind === "attributes") gathered.attributes.push(entry);
    gathered.prose.push(BLANK);
    return end;
  }
  const google = googleHeading(lines, at);
  if (google !== undefined) {
    const end = endOfGoogle(lines, at);
    const inline = google.inline === "" ? [] : [{ ...line, text: google.inline }];
    section(google.kind, [...inline, ...lines.slice(at + 1, end)], googleEntries, gathered);
    return end;
  }
  gathered.prose.push(line);
  return at + 1;
}

/** A Google section ends at a line that is less indented than its first, or that says when. */
function endOfGoogle(lines: readonly DocstringLine[], at: number): number {
  const heading = lines[at]?.indent ?? 0;
  let least = heading + 1;
  for (let index = at + 1; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || line.text === "") continue;
    if (line.indent < least || saysWhen(lines, index)) return index;
    if (least === heading + 1) least = line.indent;
  }
  return lines.length;
}

function takeNumpy(
  lines: readonly DocstringLine[],
  at: number,
  kind: SectionKind | undefined,
  gathered: Gathered,
): number {
  if (kind === undefined) {
    gathered.prose.push(BLANK, lines[at] ?? BLANK, BLANK);
    return at + 2;
  }
  const end = endOfNumpy(lines, at, kind);
  section(kind, lines.slice(at + 2, end), numpyEntries, gathered);
  return end;
}

/** A NumPy section ends at the next heading of any style, or a paragraph that says when or is plainly prose. */
function endOfNumpy(lines: readonly DocstringLine[], at: number, kind: SectionKind): number {
  const base = lines[at]?.indent ?? 0;
  for (let index = at + 2; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || line.text === "") continue;
    if (saysWhen(lines, index) || line.indent < base) return index;
    if (line.indent > base) continue;
    if (numpyHeading(lines, index) !== undefined || sphinxField(line) !== undefined) return index;
    if (googleHeading(lines, index) !== undefined) return index;
    const startsParagraph = lines[index - 1]?.text === "";
    if ((kind === "parameters" || kind === "attributes") && startsParagraph && !isNumpyEntry(line)) return index;
  }
  return lines.length;
}

/** A field ends at the next line that is not indented under it. */
function endOfField(lines: readonly DocstringLine[], at: number): number {
  const base = lines[at]?.indent ?? 0;
  for (let index = at + 1; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || line.text === "") continue;
    if (line.indent <= base || saysWhen(lines, index) || sphinxField(line) !== undefined) return index;
  }
  return lines.length;
}

function section(
  kind: SectionKind,
  lines: readonly DocstringLine[],
  entries: (lines: readonly DocstringLine[]) => readonly DocEntry[],
  gathered: Gathered,
): void {
  // What stood before a section and what comes after it are never one paragraph.
  gathered.prose.push(BLANK);
  switch (kind) {
    case "parameters":
      gathered.parameters.push(...entries(lines));
      break;
    case "attributes":
      gathered.attributes.push(...entries(lines));
      break;
    case "examples":
      gathered.examples.push(exampleLines(lines));
      break;
    case "when":
      gathered.when ??= paragraphOf(lines.filter((line) => line.text !== ""));
      break;
    case "ignored":
      break;
  }
}

/** Blank lines between examples stay, since they part them; fences and captions go. */
function exampleLines(lines: readonly DocstringLine[]): readonly DocLine[] {
  const kept = lines.filter(({ text }) => !/^(```|~~~)/.test(text) && !/^<caption>.*<\/caption>$/i.test(text));
  const first = kept.findIndex((line) => line.text !== "");
  const last = kept.findLastIndex((line) => line.text !== "");
  return paragraphOf(kept.slice(Math.max(0, first), last + 1)).lines;
}
