// An annotation as a type: the one place that every part of a type is read through.

import type { TypeNode } from "../../model/type.ts";
import { fullNameOf, originOf } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { textOf } from "../syntax/source-text.ts";
import { typeOfCall } from "./called-types.ts";
import { typeOfDeclared } from "./declared-types.ts";
import { genericType, isGeneric } from "./generic-types.ts";
import { ANYTHING, insteadOf, knownType, NULL } from "./known-types.ts";
import type { TypeContext } from "./type-context.ts";
import { foreignType, notData, PLAIN_INSTEAD, tooLarge, unknownName, unresolved } from "./type-faults.ts";

const WAIT: TypeNode = Object.freeze({ kind: "wait" });

/** Reads an expression as a type. Faults are part of the result, never thrown. */
export function typeOf(node: ExpressionNode, context: TypeContext): TypeNode {
  if (context.reading.budget <= 0) return tooLarge(textOf(node.place));
  context.reading.budget -= 1;
  switch (node.kind) {
    case "none":
      return NULL;
    case "name":
    case "attribute":
      return namedType(node, context);
    case "text":
      if (node.quoted !== undefined) return typeOf(node.quoted, context);
      return unresolved(textOf(node.place), "Text in quotes that is no type: use `Literal[…]` for a fixed text.");
    case "subscript":
      return subscriptType(node, context);
    case "chain":
      return node.operator === "BitOr" ? unionOf(node.operands, context) : noType(node);
    case "too-large":
      return tooLarge(textOf(node.place));
    case "call":
      return typeOfCall(node, context);
    case "starred":
      return notData(textOf(node.place), "Write `tuple[A, ...]` for a tuple of any length.");
    default:
      return noType(node);
  }
}

function noType(node: ExpressionNode): TypeNode {
  const found = textOf(node.place);
  if (node.kind === "list" || node.kind === "tuple" || node.kind === "dict" || node.kind === "set")
    return notData(found, "Write the type with its name: `list[…]`, `tuple[…]`, `dict[str, …]`, `set[…]`.");
  if (node.kind === "whole" || node.kind === "decimal" || node.kind === "boolean")
    return notData(found, `Write \`Literal[${found}]\` for this one value, or the type that it has.`);
  return notData(found, PLAIN_INSTEAD);
}

/** `A | B | C` */
function unionOf(operands: readonly ExpressionNode[], context: TypeContext): TypeNode {
  const members = operands.map((one) => typeOf(one, context));
  return Object.freeze({ kind: "union", members: Object.freeze(members) });
}

function namedType(node: ExpressionNode, context: TypeContext): TypeNode {
  const found = textOf(node.place);
  const variable = node.kind === "name" ? context.variables.get(node.name) : undefined;
  if (variable !== undefined) return variable;
  const origin = originOf(node, context.scope);
  switch (origin?.kind) {
    case undefined:
      return notData(found, PLAIN_INSTEAD);
    case "declared":
      return typeOfDeclared(origin, [], found, context);
    case "full":
      return fullNamedType(origin.name, found, context);
    case "module":
      return unresolved(found, `\`${origin.name}\` is a module; name a type of it.`);
    case "sibling":
      return unresolved(found, `\`${origin.scope.file}\` is a module; name a type of it.`);
    case "unknown":
      return unknownName(found, origin, context.scope);
  }
}

function fullNamedType(name: string, found: string, context: TypeContext): TypeNode {
  if (name === "typing.Self") return context.self ?? notData(found, "Name the class.");
  if (name === "haft.Wait" && context.isReturned === true) return WAIT;
  const known = knownType(name);
  if (known !== undefined) return known;
  const generic = genericType(name, undefined, found, context);
  if (generic !== undefined) return generic;
  const instead = insteadOf(name);
  return instead === undefined ? foreignType(found, name) : notData(found, instead);
}

function subscriptType(node: Extract<ExpressionNode, { kind: "subscript" }>, context: TypeContext): TypeNode {
  const found = textOf(node.place);
  const parts = node.index.kind === "tuple" ? node.index.items : [node.index];
  const origin = originOf(node.value, context.scope);
  if (origin?.kind === "declared") return typeOfDeclared(origin, parts, found, context);
  const name = origin?.kind === "full" ? origin.name : undefined;
  if (name !== undefined && isGeneric(name)) return genericType(name, parts, found, context) ?? ANYTHING;
  const known = name === undefined ? undefined : knownType(name);
  if (known !== undefined) return notData(found, `\`${textOf(node.value.place)}\` takes no types in brackets.`);
  if (fullNameOf(node.value, context.scope) === undefined) return namedType(node.value, context);
  const instead = insteadOf(name ?? "");
  return instead === undefined ? foreignType(found, name ?? "") : notData(found, instead);
}
