// The members of a union, flattened and simplified: unions inside unions are opened, a literal beside its plain type is
// dropped, `integer` beside `number`, and true with false is truth.

import type { Constraint, TypeNode } from "../model/type.ts";
import { isCovered } from "./covered.ts";
import { TypeTooLarge } from "./limits.ts";
import type { Printing } from "./printing.ts";
import { isRecursive } from "./recursion.ts";
import { type Keyword, settle } from "./settle-constraints.ts";

/** One member: a type that is no union, with the keywords put on it from outside. */
export interface UnionPart {
  readonly type: TypeNode;
  readonly keywords: readonly Keyword[];
  readonly description?: string;
}

const PLAIN = new Set(["null", "boolean", "integer", "number", "text", "shaped-text"]);

/** Whether a member is text, a number, truth or null. */
export function isPlain(part: UnionPart): boolean {
  return PLAIN.has(part.type.kind);
}

/** Whether a member is a choice of values. */
export function isChoice(
  part: UnionPart,
): part is UnionPart & { type: Extract<TypeNode, { kind: "literal" | "enum" }> } {
  return part.type.kind === "literal" || part.type.kind === "enum";
}

/** More members than any schema has room for. */
const MOST_MEMBERS = 20_000;

class Flattening {
  readonly parts: UnionPart[] = [];
  readonly #printing: Printing;
  /** A member that was met before adds nothing; without this, unions of unions would grow exponentially. */
  readonly #seen = new Set<TypeNode>();

  constructor(printing: Printing) {
    this.#printing = printing;
  }

  add(type: TypeNode, constraints: readonly Constraint[], description?: string): void {
    if (constraints.length === 0 && description === undefined) {
      if (this.#seen.has(type)) return;
      this.#seen.add(type);
    }
    if (this.parts.length > MOST_MEMBERS) throw new TypeTooLarge("size");
    if (type.kind === "constrained") {
      this.add(type.type, [...this.#printing.soundConstraints(type), ...constraints], description ?? type.description);
    } else if (type.kind === "union") {
      for (const member of type.members) this.add(member, constraints);
    } else if (type.kind === "named" && !isRecursive(type) && type.body().kind !== "record") {
      this.add(type.body(), constraints, description);
    } else {
      const part = settle(type, constraints, this.#printing);
      this.parts.push(description === undefined ? part : { ...part, description });
    }
  }
}

/** True and false among the values, in whichever members they stand, become truth. */
function joinTruth(parts: readonly UnionPart[]): UnionPart[] {
  const values = parts.filter(isChoice).flatMap((part) => part.type.values);
  const whole = values.includes(true) && values.includes(false);
  if (!whole || values.every((value) => typeof value !== "boolean")) return [...parts];
  let placed = parts.some((part) => part.type.kind === "boolean");
  return parts.flatMap((part): UnionPart[] => {
    if (!isChoice(part) || !part.type.values.some((value) => typeof value === "boolean")) return [part];
    const others = part.type.values.filter((value) => typeof value !== "boolean");
    const rest: UnionPart[] = others.length === 0 ? [] : [{ ...part, type: { kind: "literal", values: others } }];
    if (placed) return rest;
    placed = true;
    return [...rest, { type: { kind: "boolean" }, keywords: [] }];
  });
}

/** The members that are left when what says nothing new is dropped; order as in the source. */
export function unionParts(members: readonly TypeNode[], printing: Printing): readonly UnionPart[] {
  const flattening = new Flattening(printing);
  for (const member of members) flattening.add(member, []);
  const parts = joinTruth(flattening.parts);
  const kinds = new Set<string>(parts.filter((part) => part.keywords.length === 0).map((part) => part.type.kind));
  return parts.flatMap((part): UnionPart[] => {
    if (part.type.kind === "integer" && kinds.has("number")) return [];
    if (!isChoice(part)) return [part];
    const left = part.type.values.filter((value) => !isCovered(value, kinds));
    if (left.every((value) => value === null)) return left.length === 0 ? [] : [{ ...part, type: { kind: "null" } }];
    if (left.length === part.type.values.length) return [part];
    return [{ ...part, type: { kind: "literal", values: left } }];
  });
}
