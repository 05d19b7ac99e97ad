// What an annotation says besides the type: wrappers such as `ClassVar`, and the parts of an outermost `Annotated`.

import type { TypeNode } from "../../model/type.ts";
import { fullNameOf } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { type Metadata, metadataOf } from "./annotated.ts";
import type { TypeContext } from "./type-context.ts";

/** The full names of what an annotation is wrapped in, from the outside: `typing.ClassVar`, `typing.NotRequired`. */
export function wrappersOf(node: ExpressionNode, context: TypeContext): readonly string[] {
  const names: string[] = [];
  let inner: ExpressionNode | undefined = node;
  while (inner !== undefined && names.length < 10) {
    if (inner.kind === "text") inner = inner.quoted;
    else if (inner.kind === "subscript") {
      const name = fullNameOf(inner.value, context.scope);
      if (name === undefined) break;
      names.push(name);
      inner = WRAPPERS.has(name) ? firstOf(inner.index) : undefined;
    } else {
      const name = fullNameOf(inner, context.scope);
      if (name !== undefined) names.push(name);
      break;
    }
  }
  return names;
}

const WRAPPERS: ReadonlySet<string> = new Set([
  "typing.Annotated",
  "typing.ClassVar",
  "typing.Final",
  "typing.Required",
  "typing.NotRequired",
  "typing.ReadOnly",
  "dataclasses.InitVar",
]);

function firstOf(index: ExpressionNode): ExpressionNode | undefined {
  return index.kind === "tuple" ? index.items[0] : index;
}

/** What an outermost `Annotated` says, through wrappers. */
export function annotationMetadata(node: ExpressionNode, context: TypeContext): Metadata | undefined {
  if (node.kind === "text") return node.quoted === undefined ? undefined : annotationMetadata(node.quoted, context);
  if (node.kind !== "subscript") return undefined;
  const name = fullNameOf(node.value, context.scope) ?? "";
  if (name === "typing.Annotated" && node.index.kind === "tuple") return metadataOf(node.index.items.slice(1), context);
  const inner = WRAPPERS.has(name) ? firstOf(node.index) : undefined;
  return inner === undefined ? undefined : annotationMetadata(inner, context);
}

/** A type without the text that stands on it outermost, and that text. */
export function withoutText(type: TypeNode): { readonly type: TypeNode; readonly description: string | undefined } {
  if (type.kind !== "constrained") return { type, description: undefined };
  const inner = withoutText(type.type);
  const description = type.description ?? inner.description;
  if (description === undefined) return { type, description };
  if (type.constraints.length === 0) return { type: inner.type, description };
  return {
    type: Object.freeze({ kind: "constrained", type: inner.type, constraints: type.constraints }),
    description,
  };
}
