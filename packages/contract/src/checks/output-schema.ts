// The schema of a tool's result, from its return type. A return type is never a diagnostic: one that does not map has none.

import type { JsonSchema, Language } from "../descriptor/tool-descriptor.ts";
import type { TypeNode } from "../model/type.ts";
import { TypeTooLarge } from "../schema/limits.ts";
import { printResult } from "../schema/print-schema.ts";
import { bare } from "../schema/recursion.ts";
import { checkValue } from "../validation/check-value.ts";
import { typeFaults } from "./type-faults.ts";

/** What is inside a name or constraints, without waits; the type itself where that changes nothing. */
function unwrapped(type: TypeNode, inner: TypeNode, names: ReadonlySet<string>): TypeNode | undefined {
  const without = withoutWaits(inner, names);
  return without === inner ? type : without;
}

/** A return type with the waits of yield helpers left out; undefined: nothing else is left. */
function withoutWaits(type: TypeNode, names: ReadonlySet<string> = new Set()): TypeNode | undefined {
  if (type.kind === "wait") return undefined;
  if (type.kind === "constrained") return unwrapped(type, type.type, names);
  if (type.kind === "named")
    // A type that leads back to itself has been looked at already.
    return names.has(type.declaration) ? type : unwrapped(type, type.body(), new Set([...names, type.declaration]));
  if (type.kind !== "union") return type;
  const members = type.members.flatMap((member) => withoutWaits(member, names) ?? []);
  const changed =
    members.length !== type.members.length || members.some((member, index) => member !== type.members[index]);
  if (!changed) return type;
  return members.length === 0 ? undefined : { kind: "union", members };
}

function says(type: TypeNode): boolean {
  const { kind } = bare(type);
  return kind !== "null" && kind !== "anything" && typeFaults(type).length === 0;
}

function print(type: TypeNode, language: Language): JsonSchema | undefined {
  try {
    const { schema, defaults } = printResult(type, language);
    for (const one of defaults)
      if (checkValue(one.schema, one.default.value, schema).length === 0) one.schema.default = one.default.value;
    return Object.keys(schema).length === 0 ? undefined : schema;
  } catch (error) {
    if (error instanceof TypeTooLarge) return undefined;
    throw error;
  }
}

/**
 * The output schema of a tool, absent where its result is nothing or anything. A yielding tool's is the union of its own,
 * waits left out, and its companion's; absent if either is.
 */
export function outputSchema(
  returns: TypeNode | undefined,
  companion: { readonly returns?: TypeNode } | undefined,
  language: Language,
): JsonSchema | undefined {
  if (returns === undefined) return undefined;
  const own = withoutWaits(returns);
  const parts = own === undefined ? [] : [own];
  if (companion !== undefined) {
    if (companion.returns === undefined) return undefined;
    const after = withoutWaits(companion.returns);
    if (after !== undefined) parts.push(after);
  }
  const [only] = parts;
  if (only === undefined || !parts.every(says)) return undefined;
  return print(parts.length === 1 ? only : { kind: "union", members: parts }, language);
}
