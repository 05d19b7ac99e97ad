// The type variables of a generic class, and what they stand for where it is used.

import type { TypeNode } from "../../model/type.ts";
import type { Scope } from "../names/module-scope.ts";
import { fullNameOf, originOfPath } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import type { ClassNode, FunctionNode } from "../syntax/statement-nodes.ts";
import type { TypeContext } from "./type-context.ts";
import { freeVariables, variablesOf } from "./type-variables.ts";

/** What the variables of a class stand for; empty for a class that takes none. */
export function typeParametersOf(
  node: ClassNode,
  scope: Scope,
  given: readonly TypeNode[],
  context: TypeContext,
): ReadonlyMap<string, TypeNode> {
  const names = namesOf(node, scope);
  if (names.length === 0) return new Map();
  const bounds = new Map(node.typeParameters.map(({ name, bound }) => [name, bound]));
  const variables = new Map(variablesOf(names, given, (name) => bounds.get(name), scope, context));
  // A module's own `TypeVar` that was not given says itself what it stands for.
  for (const name of names)
    if (!variables.has(name))
      variables.set(name, context.reading.typeOf(nameNode(name, node), { ...context, scope, variables: new Map() }));
  return variables;
}

function nameNode(name: string, node: ClassNode): ExpressionNode {
  return { kind: "name", name, place: node.place };
}

function namesOf(node: ClassNode, scope: Scope): readonly string[] {
  if (node.typeParameters.length > 0) return node.typeParameters.map(({ name }) => name);
  const generic = node.bases.find(
    (base) =>
      base.kind === "subscript" && ["typing.Generic", "typing.Protocol"].includes(fullNameOf(base.value, scope) ?? ""),
  );
  const bases = generic === undefined ? node.bases : [generic];
  const names = new Set(bases.flatMap((base) => freeVariables(base, scope)));
  return [...names].filter((name) => originOfPath(name, scope).kind === "declared");
}

/** What the PEP 695 variables of a function stand for: nobody gives them, so their bounds. */
export function typeParametersOfFunction(
  node: FunctionNode,
  scope: Scope,
  context: TypeContext,
): ReadonlyMap<string, TypeNode> {
  if (node.typeParameters.length === 0) return new Map();
  const bounds = new Map(node.typeParameters.map(({ name, bound }) => [name, bound]));
  return variablesOf([...bounds.keys()], [], (name) => bounds.get(name), scope, context);
}
