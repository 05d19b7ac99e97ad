// Constraints go to the outermost parts of a type that they fit: through unions, lists, tuples and maps, not into a
// record's properties.

import type { Language } from "../descriptor/tool-descriptor.ts";
import type { Constraint, TypeNode } from "../model/type.ts";
import { withoutCovered } from "./covered.ts";
import { fit } from "./fitting.ts";
import type { NamedType, Printing } from "./printing.ts";
import { isRecursive, markRecursive, partsOf } from "./recursion.ts";

/** A constraint as the keyword that it became on the part that has it. */
export interface Keyword {
  readonly name: string;
  readonly value: unknown;
}

/** A type whose own keywords have been taken out of its constraints; the others have moved inside. */
export interface Settled {
  readonly type: TypeNode;
  readonly keywords: readonly Keyword[];
}

function isOpaque(type: TypeNode): boolean {
  return type.kind === "record";
}

/** What settling needs of the printing that it is part of. */
type Settling = Pick<Printing, "language" | "soundConstraints">;

/** Whether a constraint fits a type or a part inside it. */
export function fitsSomewhere(type: TypeNode, keyword: string, language: Language): boolean {
  const seen = new Set<TypeNode>();
  const waiting: TypeNode[] = [type];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if (fit(at, keyword, language) !== undefined) return true;
    if (!isOpaque(at)) waiting.push(...partsOf(at));
  }
  return false;
}

function constrain(type: TypeNode, constraints: readonly Constraint[], language: Language): TypeNode {
  const fitting = constraints.filter((constraint) => fitsSomewhere(type, constraint.keyword, language));
  return fitting.length === 0 ? type : { kind: "constrained", type, constraints: fitting };
}

/** The type with constraints moved to what is directly inside it. */
function moveInside(type: TypeNode, constraints: readonly Constraint[], language: Language): TypeNode {
  const inside = (part: TypeNode) => constrain(part, constraints, language);
  switch (type.kind) {
    case "list":
    case "set":
      return { ...type, items: inside(type.items) };
    case "tuple": {
      const items = type.items.map(inside);
      return type.rest === undefined ? { ...type, items } : { ...type, items, rest: inside(type.rest) };
    }
    case "map":
      return { ...type, values: inside(type.values) };
    case "union":
      return { ...type, members: withoutCovered(type.members).map(inside) };
    default:
      return type;
  }
}

/**
 * A recursive type under constraints is a type of its own, which leads back to itself and not to the one without them.
 * Equal constraints on one declaration give equal declarations, so that it is printed once.
 */
function constrainedName(type: NamedType, constraints: readonly Constraint[]): NamedType {
  const key = constraints.map(({ keyword, value }) => `${keyword} ${JSON.stringify(value)}`).sort();
  return markRecursive({
    kind: "named",
    name: type.name,
    declaration: `${type.declaration} under ${key.join(", ")}`,
    body: () => ({ kind: "constrained", type: type.body(), constraints }),
  });
}

/** Settles constraints on a type: what fits the type itself becomes its keywords, the rest moves inside. */
export function settle(type: TypeNode, constraints: readonly Constraint[], printing: Settling): Settled {
  if (constraints.length === 0) return { type, keywords: [] };
  if (type.kind === "constrained") {
    const inner = settle(type.type, [...printing.soundConstraints(type), ...constraints], printing);
    if (type.description === undefined) return inner;
    return {
      ...inner,
      type: { kind: "constrained", type: inner.type, constraints: [], description: type.description },
    };
  }
  if (type.kind === "named") {
    if (!constraints.some((constraint) => fitsSomewhere(type, constraint.keyword, printing.language)))
      return { type, keywords: [] };
    if (isRecursive(type)) return { type: constrainedName(type, constraints), keywords: [] };
    return settle(type.body(), constraints, printing);
  }
  const keywords: Keyword[] = [];
  const rest: Constraint[] = [];
  let whole = type;
  for (const constraint of constraints) {
    const name = fit(type, constraint.keyword, printing.language);
    if (name === undefined) rest.push(constraint);
    else if (name !== "integer") keywords.push({ name, value: constraint.value });
    else if (type.kind === "number" && constraint.value === true) whole = { kind: "integer" };
  }
  return { type: rest.length === 0 ? whole : moveInside(whole, rest, printing.language), keywords };
}
