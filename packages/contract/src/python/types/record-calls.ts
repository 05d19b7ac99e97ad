// Records and enums that are made by a call: `TypedDict("Row", {…})`, `NamedTuple("P", […])`, `Enum("Color", "…")`.

import type { Field, TypeNode } from "../../model/type.ts";
import { defaultOf, enumOfCall, knownValue } from "../literals/known-values.ts";
import type { Scope } from "../names/module-scope.ts";
import { fullNameOf } from "../names/origins.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import { textOf } from "../syntax/source-text.ts";
import { wrappersOf } from "./annotations.ts";
import { className, declarationOf } from "./class-names.ts";
import { typeOfEnum } from "./enum-types.ts";
import { ANYTHING } from "./known-types.ts";
import { listedField } from "./records.ts";
import type { TypeContext } from "./type-context.ts";
import { notData } from "./type-faults.ts";

/** What the result of the call is bound to: an empty name for a call inside an annotation. */
export interface BoundCall {
  readonly name: string;
  readonly scope: Scope;
  readonly line: number;
}

/** The record or enum that a call makes; undefined for other calls. */
export function recordOfCall(call: CallNode, bound: BoundCall, context: TypeContext): TypeNode | undefined {
  const inside: TypeContext = { ...context, scope: bound.scope, variables: new Map() };
  const own = { name: bound.name };
  switch (fullNameOf(call.callee, bound.scope)) {
    case "typing.TypedDict":
      return named(call, bound, context, () => typedDict(call, inside));
    case "typing.NamedTuple":
      return named(call, bound, context, () => namedTuple(call, className(own, bound.scope), inside));
    case "collections.namedtuple":
      return named(call, bound, context, () => untypedTuple(call, className(own, bound.scope), inside));
    default: {
      const model = enumOfCall(call, bound.scope);
      if (model === undefined) return undefined;
      return typeOfEnum(model, bound.name, className(own, bound.scope), textOf(call.place));
    }
  }
}

/** Under the name it is bound to, and read only when somebody looks into it. */
function named(call: CallNode, bound: BoundCall, context: TypeContext, read: () => TypeNode): TypeNode {
  if (bound.name === "") return notData(textOf(call.place), "Give the type a name first, in a line of its own.");
  const declaration = declarationOf({ name: bound.name, place: call.place }, bound.scope);
  const known = context.reading.records.get(declaration);
  if (known !== undefined) return known;
  let body: TypeNode | undefined;
  const type: TypeNode = Object.freeze({
    kind: "named",
    name: bound.name,
    declaration,
    body: () => (body ??= read()),
  });
  context.reading.records.set(declaration, type);
  return type;
}

function typedDict(call: CallNode, context: TypeContext): TypeNode {
  const entries = call.arguments[1];
  if (entries?.kind !== "dict")
    return notData(textOf(call.place), 'List the keys in braces: `TypedDict("Row", {"id": int})`.');
  const total = call.keywords.find((one) => one.name === "total")?.value;
  const isTotal = total === undefined || knownValue(total, context.scope)?.value !== false;
  const fields: Field[] = [];
  for (const { key, value } of entries.entries) {
    const name = key === undefined ? undefined : knownValue(key, context.scope)?.value;
    if (typeof name !== "string") return notData(textOf(call.place), "Write the keys as texts.");
    const wrappers = wrappersOf(value, context);
    const required = wrappers.includes("typing.Required") || (isTotal && !wrappers.includes("typing.NotRequired"));
    fields.push(Object.freeze({ ...listedField(name, context.reading.typeOf(value, context), undefined), required }));
  }
  return Object.freeze({ kind: "record", as: "object", fields: Object.freeze(fields) });
}

function namedTuple(call: CallNode, owner: ReturnType<typeof className>, context: TypeContext): TypeNode {
  const fields: Field[] = [];
  for (const pair of itemsOf(call.arguments[1])) {
    const [name, type] = itemsOf(pair);
    if (name?.kind !== "text" || type === undefined)
      return notData(textOf(call.place), 'List the fields as pairs: `NamedTuple("Point", [("x", int)])`.');
    fields.push(listedField(name.value, context.reading.typeOf(type, context), undefined));
  }
  return Object.freeze({ kind: "record", as: "namedtuple", class: owner, fields: Object.freeze(fields) });
}

/** `namedtuple("P", "x y", defaults=[0])`: fields of any type. */
function untypedTuple(call: CallNode, owner: ReturnType<typeof className>, context: TypeContext): TypeNode {
  const listed = call.arguments[1];
  const names =
    listed?.kind === "text"
      ? listed.value.split(/[\s,]+/).filter((one) => one !== "")
      : itemsOf(listed).flatMap((one) => (one.kind === "text" ? [one.value] : []));
  const defaults = itemsOf(call.keywords.find((one) => one.name === "defaults")?.value);
  const fields = names.map((name, index) => {
    const fallback = defaults[index - (names.length - defaults.length)];
    return listedField(name, ANYTHING, fallback === undefined ? undefined : defaultOf(fallback, context.scope));
  });
  return Object.freeze({ kind: "record", as: "namedtuple", class: owner, fields: Object.freeze(fields) });
}

function itemsOf(node: ExpressionNode | undefined): readonly ExpressionNode[] {
  return node?.kind === "list" || node?.kind === "tuple" ? node.items : [];
}
