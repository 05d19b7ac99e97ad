// Whether a type has null among its values.

import type { TypeNode } from "../model/type.ts";
import { bare } from "./recursion.ts";

/** Whether null is a value of the type. */
export function admitsNull(type: TypeNode): boolean {
  const seen = new Set<TypeNode>();
  const waiting: TypeNode[] = [type];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const at = bare(next);
    if (seen.has(at)) continue;
    seen.add(at);
    if (at.kind === "null" || at.kind === "anything" || at.kind === "fault") return true;
    if ((at.kind === "literal" || at.kind === "enum") && at.values.includes(null)) return true;
    if (at.kind === "union") waiting.push(...at.members);
  }
  return false;
}
