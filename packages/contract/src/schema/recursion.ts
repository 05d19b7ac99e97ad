// Which declared types lead back to themselves, and what a declared type stands for.

import type { TypeNode } from "../model/type.ts";
import type { NamedType } from "./printing.ts";

/** The types directly inside a type. */
export function partsOf(type: TypeNode): readonly TypeNode[] {
  switch (type.kind) {
    case "list":
    case "set":
      return [type.items];
    case "tuple":
      return type.rest === undefined ? type.items : [...type.items, type.rest];
    case "map":
      return [type.values];
    case "record":
      return type.fields.map((field) => field.type);
    case "union":
      return type.members;
    case "named":
      return [type.body()];
    case "constrained":
      return [type.type];
    default:
      return [];
  }
}

const known = new WeakMap<TypeNode, boolean>();

/** Says of a type that was made from a recursive one that it contains itself: its parts are only made when asked for. */
export function markRecursive(named: NamedType): NamedType {
  known.set(named, true);
  return named;
}

/** Whether a declared type contains itself. */
export function isRecursive(named: NamedType): boolean {
  const before = known.get(named);
  if (before !== undefined) return before;
  const seen = new Set<TypeNode>();
  const declarations = new Set<string>();
  const waiting: TypeNode[] = [named.body()];
  let found = false;
  for (let type = waiting.pop(); type !== undefined && !found; type = waiting.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.kind === "named") {
      found = type.declaration === named.declaration;
      if (declarations.has(type.declaration)) continue;
      declarations.add(type.declaration);
    }
    waiting.push(...partsOf(type));
  }
  known.set(named, found);
  return found;
}

/** A type without the names and constraints around it; a recursive name is followed once. */
export function bare(type: TypeNode): TypeNode {
  const names = new Set<string>();
  let at = type;
  for (;;) {
    if (at.kind === "constrained") at = at.type;
    else if (at.kind === "named" && !names.has(at.declaration)) {
      names.add(at.declaration);
      at = at.body();
    } else return at;
  }
}
