// Type variables: in which order a generic declaration takes them, and what each stands for.

import type { TypeNode } from "../../model/type.ts";
import type { Scope } from "../names/module-scope.ts";
import { fullNameOf, originOfPath } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { ANYTHING } from "./known-types.ts";
import type { TypeContext } from "./type-context.ts";

/** What each variable stands for: the type given, else its bound, else anything. */
export function variablesOf(
  names: readonly string[],
  given: readonly TypeNode[],
  boundOf: (name: string) => ExpressionNode | undefined,
  scope: Scope,
  context: TypeContext,
): ReadonlyMap<string, TypeNode> {
  const variables = new Map<string, TypeNode>();
  names.forEach((name, index) => {
    const type = given[index];
    if (type !== undefined) variables.set(name, type);
    else {
      const bound = boundOf(name);
      // A bound of its own variable (`T: "Node[T]"`) would have no end.
      if (bound !== undefined)
        variables.set(
          name,
          context.reading.typeOf(bound, { ...context, scope, variables: new Map([[name, ANYTHING]]) }),
        );
      else if (!isDeclared(name, scope)) variables.set(name, ANYTHING);
    }
  });
  return variables;
}

/** Whether a name is a module's own `TypeVar`, which then says what it stands for. */
function isDeclared(name: string, scope: Scope): boolean {
  return isVariable(name, scope);
}

/** The `TypeVar`s in an expression, in the order in which they appear. */
export function freeVariables(node: ExpressionNode, scope: Scope): readonly string[] {
  const names = new Set<string>();
  const visit = (one: ExpressionNode): void => {
    switch (one.kind) {
      case "name":
        if (isVariable(one.name, scope)) names.add(one.name);
        break;
      case "text":
        if (one.quoted !== undefined) visit(one.quoted);
        break;
      case "subscript":
        visit(one.value);
        visit(one.index);
        break;
      case "tuple":
      case "list":
        one.items.forEach(visit);
        break;
      case "chain":
        one.operands.forEach(visit);
        break;
      default:
        break;
    }
  };
  visit(node);
  return [...names];
}

function isVariable(name: string, scope: Scope): boolean {
  const origin = originOfPath(name, scope);
  if (origin.kind !== "declared") return false;
  return origin.bindings.some(
    (one) =>
      one.kind === "value" &&
      one.value.kind === "call" &&
      fullNameOf(one.value.callee, origin.scope) === "typing.TypeVar",
  );
}
