// A doc comment, taken apart into its sections but not yet understood: the rules about summary, "Use when" and examples
// are the same for both languages and live in `docs/`.

import type { Span } from "./place.ts";

/** A line of a doc comment, without its indentation or its `*`, with its place in the source. */
export interface DocLine {
  readonly text: string;
  readonly span: Span;
}

/** A paragraph of prose: its lines, in order. A list is a paragraph of its own, marked as one. */
export interface DocParagraph {
  readonly lines: readonly DocLine[];
  readonly isList: boolean;
}

/** What is said about one parameter, property or attribute. `name` may be a path (`input.title`). */
export interface DocEntry {
  readonly name: string;
  /** Its lines joined with one space; empty where nothing is written. */
  readonly text: string;
  /** The place of the entry's first line. */
  readonly span: Span;
}

/** A doc comment in sections, whatever style it was written in. */
export interface DocModel {
  /** The whole comment; its start is the first line of the doc comment. */
  readonly span: Span;
  /** Whether it holds any text at all. */
  readonly isEmpty: boolean;
  /** Prose outside sections, in source order; `@remarks` and unknown headings are prose. */
  readonly prose: readonly DocParagraph[];
  /** A `When:` section, if there is one. */
  readonly when?: DocParagraph;
  readonly parameters: readonly DocEntry[];
  /** Python's `Attributes:`. */
  readonly attributes: readonly DocEntry[];
  /** The lines under every examples heading or tag, blank lines kept, fences and `<caption>` left out. */
  readonly examples: readonly (readonly DocLine[])[];
  /** TypeScript: `@internal`, `@deprecated`. */
  readonly tags: readonly string[];
}
