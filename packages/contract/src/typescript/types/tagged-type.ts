// A type with the constraints that its author's tags put on it.

import type { TypeNode } from "../../model/type.ts";
import type { TagSet } from "../comments/constraint-tags.ts";

/** Wraps a type in its constraints and its description; the type itself where there are none. */
export function withTags(type: TypeNode, tags: TagSet | undefined, description?: string): TypeNode {
  const constraints = tags?.constraints ?? [];
  if (constraints.length === 0 && !description) return type;
  return { kind: "constrained", type, constraints, ...(description && { description }) };
}
