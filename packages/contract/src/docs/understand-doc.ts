// What a doc comment says, whatever style it was written in: a summary, when to use the tool, and the rest.

import type { DocModel, DocParagraph } from "../model/doc.ts";
import { saysNothing, whenIndex, whenOfSection } from "./when-text.ts";

/** The prose of a doc comment, understood. */
export interface UnderstoodDoc {
  /** The first paragraph without the "Use when". */
  readonly summary?: string;
  /** From "Use when" to the end of its paragraph. */
  readonly when?: string;
  /** The paragraphs after the summary, without the "Use when". */
  readonly rest: readonly string[];
  /** The first paragraph as it was written: what the plnt form shows. */
  readonly first?: string;
}

/** The lines of a paragraph, joined with one space. */
export function textOf(paragraph: DocParagraph): string {
  return paragraph.lines
    .map((line) => line.text.trim())
    .filter((line) => line !== "")
    .join(" ");
}

interface Found {
  readonly when: string;
  readonly left: readonly string[];
}

/** The first "Use when" in the prose, with the list that follows where it ends in a colon. */
function findWhen(prose: readonly DocParagraph[]): Found | undefined {
  const texts = prose.map(textOf);
  for (const [index, text] of texts.entries()) {
    const at = whenIndex(text);
    if (at < 0) continue;
    const next = prose[index + 1];
    const list = text.trimEnd().endsWith(":") && next?.isList === true ? ` ${texts[index + 1]}` : "";
    const when = text.slice(at) + list;
    if (saysNothing(when)) continue;
    const after = texts.slice(index + (list === "" ? 1 : 2));
    return { when, left: [...texts.slice(0, index), text.slice(0, at).trim(), ...after] };
  }
  return undefined;
}

/** Understands a doc comment. Prose comes before a `When:` section. */
export function understandDoc(doc: DocModel): UnderstoodDoc {
  const texts = doc.prose.map(textOf);
  const found = findWhen(doc.prose);
  const section = doc.when === undefined ? "" : textOf(doc.when);
  const fromSection = section === "" ? undefined : whenOfSection(section);
  const when = found?.when ?? (fromSection === undefined || saysNothing(fromSection) ? undefined : fromSection);
  const [summary, ...rest] = (found?.left ?? texts).filter((text) => text !== "");
  const first = texts.find((text) => text !== "");
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(when === undefined ? {} : { when }),
    rest,
    ...(first === undefined ? {} : { first }),
  };
}

/** The description that a model sees: summary and when; in a toolset that is not strict the rest of the prose too. */
export function descriptionOf(understood: UnderstoodDoc, form: "strict" | "loose" | "plnt"): string {
  if (form === "plnt") return understood.first ?? "";
  const rest = form === "loose" ? understood.rest : [];
  return [understood.summary, understood.when, ...rest].filter((text) => text !== undefined).join("\n\n");
}
