// Types that the folder's own modules declare: classes, aliases, `NewType`, type variables.

import type { TypeNode } from "../../model/type.ts";
import type { Binding } from "../names/bindings.ts";
import { moduleOf, type Scope } from "../names/module-scope.ts";
import { fullNameOf, type Origin } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { typeOfClass } from "./class-types.ts";
import { ANYTHING } from "./known-types.ts";
import { recordOfCall } from "./record-calls.ts";
import type { AliasInProgress, TypeContext } from "./type-context.ts";
import { notData, unresolved } from "./type-faults.ts";
import { freeVariables, variablesOf } from "./type-variables.ts";

type Declared = Extract<Origin, { kind: "declared" }>;

/** The type that a declaration of the folder stands for; `parts` are the types in its brackets. */
export function typeOfDeclared(
  origin: Declared,
  parts: readonly ExpressionNode[],
  found: string,
  context: TypeContext,
): TypeNode {
  const binding = meant(origin.bindings);
  const given = parts.map((part) => context.reading.typeOf(part, context));
  switch (binding?.kind) {
    case "class":
      return typeOfClass(binding.node, origin.scope, given, found, context);
    case "alias": {
      const names = binding.node.typeParameters.map(({ name }) => name);
      const bounds = new Map(binding.node.typeParameters.map(({ name, bound }) => [name, bound]));
      const variables = variablesOf(names, given, (name) => bounds.get(name), origin.scope, context);
      return aliasType(origin, binding.node.value, binding.node.place.line, variables, context);
    }
    case "value":
      return typeOfValue(origin, binding, given, found, context);
    case "function":
      return notData(found, `\`${origin.name}\` is a function; name a type.`);
    default:
      return unresolved(found, `\`${origin.name}\` is not declared as a type.`);
  }
}

/** Of several bindings the one that says most: a class, else the first value. */
function meant(bindings: readonly Binding[]): Binding | undefined {
  return (
    bindings.findLast((one) => one.kind === "class") ??
    bindings.find((one) => one.kind === "alias" || one.kind === "value") ??
    bindings.at(-1)
  );
}

function typeOfValue(
  origin: Declared,
  binding: Extract<Binding, { kind: "value" }>,
  given: readonly TypeNode[],
  found: string,
  context: TypeContext,
): TypeNode {
  const value = binding.value;
  const line = binding.node.place.line;
  if (value.kind === "call") {
    const called = fullNameOf(value.callee, origin.scope);
    if (called === "typing.TypeVar") return typeOfVariable(value, origin, line, context);
    if (called === "typing.NewType") {
      const inner = value.arguments[1] ?? value.keywords.find((one) => one.name === "tp")?.value;
      return inner === undefined ? ANYTHING : aliasType(origin, inner, line, new Map(), context);
    }
    if (called === "typing.TypeAliasType" && value.arguments[1] !== undefined)
      return aliasType(origin, value.arguments[1], line, new Map(), context);
    const record = recordOfCall(value, { name: origin.name, scope: origin.scope, line }, context);
    if (record !== undefined) return record;
  }
  if (!mayBeType(value, binding, origin.scope))
    return unresolved(found, `\`${origin.name}\` is a value, not a type; use \`Literal[…]\` for a fixed value.`);
  const names = given.length === 0 ? [] : freeVariables(value, origin.scope);
  return aliasType(
    origin,
    value,
    line,
    variablesOf(names, given, () => undefined, origin.scope, context),
    context,
  );
}

/** Text is a type only where it is declared as an alias. */
function mayBeType(value: ExpressionNode, binding: Extract<Binding, { kind: "value" }>, scope: Scope): boolean {
  if (value.kind === "text") {
    const node = binding.node;
    return node.kind === "annotated-assign" && fullNameOf(node.annotation, scope) === "typing.TypeAlias";
  }
  return ["name", "attribute", "subscript", "chain", "call", "none"].includes(value.kind);
}

/** What a `TypeVar` stands for: its bound. Met again inside its own bound it says nothing more. */
function typeOfVariable(
  call: Extract<ExpressionNode, { kind: "call" }>,
  origin: Declared,
  line: number,
  context: TypeContext,
): TypeNode {
  const declaration = `${moduleOf(origin.scope).file}#${origin.name}@${line}`;
  const { inProgress } = context.reading;
  if (inProgress.has(declaration)) return ANYTHING;
  inProgress.set(declaration, { isRecursive: false, body: undefined });
  const bound = call.keywords.find((one) => one.name === "bound")?.value;
  const type =
    bound === undefined ? constraintsOf(call.arguments.slice(1), origin, context) : read(bound, origin, context);
  inProgress.delete(declaration);
  return type;
}

/** `TypeVar("T", int, str)` may be any of these. */
function constraintsOf(types: readonly ExpressionNode[], origin: Declared, context: TypeContext): TypeNode {
  if (types.length === 0) return ANYTHING;
  const members = types.map((one) => read(one, origin, context));
  return Object.freeze({ kind: "union", members: Object.freeze(members) });
}

function read(node: ExpressionNode, origin: Declared, context: TypeContext): TypeNode {
  return context.reading.typeOf(node, { ...context, scope: origin.scope, variables: new Map() });
}

/** Reads what an alias stands for. An alias that meets itself on the way is recursive, and becomes a named type. */
function aliasType(
  origin: Declared,
  value: ExpressionNode,
  line: number,
  variables: ReadonlyMap<string, TypeNode>,
  context: TypeContext,
): TypeNode {
  const declaration = `${moduleOf(origin.scope).file}#${origin.name}@${line}`;
  const { inProgress } = context.reading;
  const before = inProgress.get(declaration);
  const named = (entry: AliasInProgress): TypeNode =>
    Object.freeze({ kind: "named", name: origin.name, declaration, body: () => entry.body ?? ANYTHING });
  if (before !== undefined) {
    before.isRecursive = true;
    return named(before);
  }
  const entry: AliasInProgress = { isRecursive: false, body: undefined };
  inProgress.set(declaration, entry);
  const type = context.reading.typeOf(value, { ...context, scope: origin.scope, variables });
  inProgress.delete(declaration);
  if (!entry.isRecursive) return type;
  if (holdsItself(type, declaration))
    return notData(
      origin.name,
      `\`${origin.name}\` stands for itself; let it refer to itself inside a list or a record.`,
    );
  entry.body = type;
  return named(entry);
}

/** Whether a type is itself without a list, map or record between. */
function holdsItself(type: TypeNode, declaration: string): boolean {
  switch (type.kind) {
    case "named":
      return type.declaration === declaration;
    case "constrained":
      return holdsItself(type.type, declaration);
    case "union":
      return type.members.some((member) => holdsItself(member, declaration));
    default:
      return false;
  }
}
