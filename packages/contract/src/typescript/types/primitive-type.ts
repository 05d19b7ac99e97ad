// Types without parts: text, numbers, truth, literals, and what stands for anything.

import type { Json } from "@haft/sdk/wire";
import ts from "typescript";
import type { TypeNode } from "../../model/type.ts";

/** Reads a primitive or a literal; `undefined` for any other type. */
export function primitiveNode(type: ts.Type): TypeNode | undefined {
  const { flags } = type;
  if (flags & ts.TypeFlags.Unknown) return { kind: "anything" };
  if (flags & ts.TypeFlags.Null || flags & ts.TypeFlags.Undefined) return { kind: "null" };
  if (flags & ts.TypeFlags.String) return { kind: "text" };
  if (flags & ts.TypeFlags.NonPrimitive) return { kind: "any-object" };
  if (flags & ts.TypeFlags.Boolean) return { kind: "boolean" };
  const value = literalOf(type);
  if (value !== undefined) return { kind: "literal", values: [value] };
  // An enum whose members are computed says no more than that they are numbers.
  if (flags & ts.TypeFlags.Number || (flags & ts.TypeFlags.Enum && !type.isUnion())) return { kind: "number" };
  return undefined;
}

/** The value of a literal type; `undefined` for any other. */
export function literalOf(type: ts.Type): Json | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if ((type.flags & ts.TypeFlags.BooleanLiteral) === 0) return undefined;
  // The checker has one object for each truth value, told apart by its name alone.
  return "intrinsicName" in type && type.intrinsicName === "true";
}

/** Whether a type is `any`, or what the checker puts for a type it cannot resolve. */
export function isAny(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Any) !== 0;
}

/** Whether a type is the checker's stand-in for one that it could not resolve. */
export function isUnresolved(type: ts.Type): boolean {
  return (
    isAny(type) && "intrinsicName" in type && (type.intrinsicName === "error" || type.intrinsicName === "unresolved")
  );
}
