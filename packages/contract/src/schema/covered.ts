// Values that say nothing new beside a plain type: `"a"` beside text, `1` beside a number.

import type { Json } from "@haft/sdk/wire";
import type { TypeNode } from "../model/type.ts";
import { isRecursive } from "./recursion.ts";

/** Whether a value is among those of plain types without constraints. */
export function isCovered(value: Json, kinds: ReadonlySet<string>): boolean {
  if (typeof value === "string") return kinds.has("text");
  if (typeof value === "boolean") return kinds.has("boolean");
  if (value === null) return kinds.has("null");
  if (typeof value !== "number") return false;
  return kinds.has("number") || (Number.isInteger(value) && kinds.has("integer"));
}

function addKinds(type: TypeNode, kinds: Set<string>, seen: Set<TypeNode>): void {
  if (seen.has(type)) return;
  seen.add(type);
  if (type.kind === "union") for (const member of type.members) addKinds(member, kinds, seen);
  else if (type.kind === "named" && !isRecursive(type)) addKinds(type.body(), kinds, seen);
  else kinds.add(type.kind);
}

function withoutValues(type: TypeNode, kinds: ReadonlySet<string>): TypeNode | undefined {
  if (type.kind === "union") {
    const members = type.members.flatMap((member) => withoutValues(member, kinds) ?? []);
    return members.length === 0 ? undefined : { ...type, members };
  }
  if (type.kind !== "literal" && type.kind !== "enum") return type;
  const values = type.values.filter((value) => !isCovered(value, kinds));
  if (values.length === type.values.length) return type;
  return values.length === 0 ? undefined : { kind: "literal", values };
}

/** The members of a union without the values that its plain members cover; constraints may then be put on the rest. */
export function withoutCovered(members: readonly TypeNode[]): readonly TypeNode[] {
  const kinds = new Set<string>();
  const seen = new Set<TypeNode>();
  for (const member of members) addKinds(member, kinds, seen);
  return members.flatMap((member) => withoutValues(member, kinds) ?? []);
}
