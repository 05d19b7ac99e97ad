// Unions: plain types are a type array with their keywords beside it, literals one `enum`, records that a literal tells
// apart `oneOf`, everything else `anyOf`.

import type { Json } from "@haft/sdk/wire";
import type { TypeNode } from "../model/type.ts";
import { isEmpty } from "./print-list.ts";
import { printValues } from "./print-values.ts";
import { type Draft, describeDraft, type Printing } from "./printing.ts";
import { bare } from "./recursion.ts";
import { isChoice, isPlain, type UnionPart, unionParts } from "./union-parts.ts";

function printPart(part: UnionPart, printing: Printing): Draft {
  const draft = printing.print(part.type);
  for (const keyword of part.keywords) draft[keyword.name] = keyword.value;
  return describeDraft(draft, part.description);
}

/** Plain types share keywords where their JSON types are one: `number` covers `integer`. */
function familyOf(draft: Draft): unknown {
  return draft.type === "integer" ? "number" : draft.type;
}

/** Two plain members of one family that say different things cannot stand in one type array. */
function splitPlain(drafts: readonly Draft[]): { merged: Draft[]; apart: Draft[] } {
  const distinct = [...new Map(drafts.map((draft) => [JSON.stringify(draft), draft])).values()];
  const clashes = (draft: Draft) => distinct.some((other) => other !== draft && familyOf(other) === familyOf(draft));
  return { merged: distinct.filter((draft) => !clashes(draft)), apart: distinct.filter(clashes) };
}

function mergePlain(drafts: readonly Draft[]): Draft {
  const types = drafts.map((draft) => draft.type);
  return Object.assign({}, ...drafts, { type: types.length === 1 ? types[0] : types });
}

/** The value that a record has for a property, if it must be one certain value. */
function literalsOf(type: TypeNode): ReadonlyMap<string, readonly Json[]> {
  const record = bare(type);
  const literals = new Map<string, readonly Json[]>();
  if (record.kind !== "record") return literals;
  for (const field of record.fields) {
    const value = bare(field.type);
    if (field.required && (value.kind === "literal" || value.kind === "enum")) literals.set(field.name, value.values);
  }
  return literals;
}

/** Whether a required literal property tells all the members apart. */
function areTold(parts: readonly UnionPart[]): boolean {
  const literals = parts.map((part) => literalsOf(part.type));
  const [first] = literals;
  if (first === undefined || literals.length < 2) return false;
  return [...first.keys()].some((name) => {
    const values = literals.flatMap((literal) => literal.get(name) ?? []);
    return literals.every((literal) => literal.has(name)) && new Set(values).size === values.length;
  });
}

/** Members with the place of the first of their kind, so that the order of the source is kept. */
interface Group {
  readonly at: number;
  readonly draft: Draft;
}

function plainGroups(parts: readonly UnionPart[], printing: Printing): Group[] {
  const plain = parts.filter(isPlain);
  const drafts = plain.map((part) => printPart(part, printing));
  const { merged, apart } = splitPlain(drafts);
  const placeOf = (draft: Draft | undefined) => {
    const part = plain[draft === undefined ? -1 : drafts.indexOf(draft)];
    return part === undefined ? 0 : parts.indexOf(part);
  };
  const groups = apart.map((draft) => ({ at: placeOf(draft), draft }));
  if (merged.length > 0) groups.push({ at: placeOf(merged[0]), draft: mergePlain(merged) });
  return groups;
}

/** All values as one choice. What is said of one choice among several is not said of the whole. */
function valueGroup(parts: readonly UnionPart[], values: readonly Json[]): Group {
  const choices = parts.filter(isChoice);
  const said = choices.length === 1 ? choices[0]?.description : undefined;
  return { at: parts.findIndex(isChoice), draft: describeDraft(printValues(values), said) };
}

/** Null goes with the other plain types, else with the values, else it is a member of its own. */
function groupsOf(parts: readonly UnionPart[], printing: Printing): Group[] {
  const values = parts.filter(isChoice).flatMap((part) => part.type.values);
  const onlyNull = parts.filter(isPlain).every((part) => part.type.kind === "null");
  const nullable = values.length > 0 && onlyNull && parts.some((part) => part.type.kind === "null");
  const rest = nullable ? parts.filter((part) => part.type.kind !== "null") : parts;
  const groups = plainGroups(rest, printing);
  if (values.length > 0) groups.push(valueGroup(rest, nullable ? [...values, null] : values));
  rest.forEach((part, at) => {
    if (!isPlain(part) && !isChoice(part)) groups.push({ at, draft: printPart(part, printing) });
  });
  return groups.sort((a, b) => a.at - b.at);
}

function distinctDrafts(groups: readonly Group[]): Draft[] {
  const texts = new Map<string, Draft>();
  for (const { draft } of groups) {
    const text = JSON.stringify(draft);
    if (!texts.has(text)) texts.set(text, draft);
  }
  return [...texts.values()];
}

/** Prints a union. */
export function printUnion(type: Extract<TypeNode, { kind: "union" }>, printing: Printing): Draft {
  const parts = unionParts(type.members, printing);
  if (parts.length === 0) return { not: {} };
  const members = distinctDrafts(groupsOf(parts, printing));
  const [only] = members;
  if (only !== undefined && members.length === 1) return only;
  if (members.some(isEmpty)) return {};
  const records = parts.filter((part) => part.type.kind !== "null");
  return areTold(records) && records.length === members.length - (parts.length - records.length)
    ? { oneOf: members }
    : { anyOf: members };
}
