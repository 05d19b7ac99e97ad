// The tags that constrain a type (`@minimum 1`): found inside a text, which they end, and read as values.

import type { Json } from "@haft/sdk/wire";
import type { Constraint, DefaultValue } from "../../model/type.ts";
import { parseRelaxedJson } from "./relaxed-json.ts";

/** What the tags of one text say. */
export interface TagSet {
  readonly constraints: readonly Constraint[];
  readonly default?: DefaultValue;
  readonly deprecated: boolean;
}

/** Where a text stands; `file` where that is not the source itself. */
export type TextPlace = Pick<Constraint, "span" | "file">;

/** A text and the tags that ended it. */
export interface TaggedText {
  readonly text: string;
  readonly tags: TagSet;
}

const noTags: TagSet = { constraints: [], deprecated: false };

const numeric = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const counts = ["minLength", "maxLength", "minItems", "maxItems"];
const words = ["pattern", "format"];
const marks = ["uniqueItems", "integer"];
const all = [...numeric, "multipleOf", ...counts, ...words, ...marks, "defaultValue", "default", "deprecated"];
const known = new Set(all);
const tagInText = new RegExp(`(?:^|(?<=\\s))@(${all.join("|")})(?![\\w-])`, "g");

/** Whether a tag is one that constrains a type. */
export function isConstraintTag(name: string): boolean {
  return known.has(name);
}

/** Splits the text of a `@param` or a property at its first constraint tag, and reads the tags. */
export function readTaggedText(lines: readonly string[], place: TextPlace): TaggedText {
  const whole = lines.map((line) => line.trim()).join("\n");
  const found = [...whole.matchAll(tagInText)];
  const first = found[0];
  if (first === undefined) return { text: joined(whole), tags: noTags };
  const constraints: Constraint[] = [];
  let given: DefaultValue | undefined;
  let deprecated = false;
  for (const [index, match] of found.entries()) {
    const name = match[1] ?? "";
    const raw = whole.slice(match.index + match[0].length, found[index + 1]?.index).trim();
    if (name === "deprecated") deprecated = true;
    else if (name === "default" || name === "defaultValue") {
      const value = parseRelaxedJson(joined(raw));
      if (value === undefined) constraints.push({ keyword: "default", value, text: tagText(name, raw), ...place });
      else given = { kind: "literal", value, text: joined(raw), span: place.span };
    } else constraints.push({ keyword: name, value: tagValue(name, raw), text: tagText(name, raw), ...place });
  }
  const tags: TagSet = { constraints, deprecated, ...(given && { default: given }) };
  return { text: joined(whole.slice(0, first.index)), tags };
}

// Its lines are trimmed.
function joined(text: string): string {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.join(" ").trim();
}

function tagText(name: string, raw: string): string {
  return `@${name} ${raw.split("\n")[0] ?? ""}`.trim();
}

function tagValue(name: string, raw: string): Json | undefined {
  if (marks.includes(name)) return true;
  const line = raw.split("\n")[0]?.trim() ?? "";
  if (name === "pattern") return isPattern(line) ? line : undefined;
  if (name === "format") return line === "" ? undefined : line;
  if (!/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\.?$/.test(line)) return undefined;
  const value = Number(line.replace(/\.$/, ""));
  if (!Number.isFinite(value)) return undefined;
  if (counts.includes(name)) return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  return name === "multipleOf" && value <= 0 ? undefined : value;
}

function isPattern(text: string): boolean {
  if (text === "") return false;
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
