// The type of what a function gives, without `Awaitable` and the like.

import type { TypeNode } from "../../model/type.ts";
import { fullNameOf } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import type { FunctionNode } from "../syntax/statement-nodes.ts";
import { withoutText } from "../types/annotations.ts";
import type { TypeContext } from "../types/type-context.ts";

/** The type that the annotation says, if there is one. */
export function returnType(node: FunctionNode, context: TypeContext): TypeNode | undefined {
  if (node.returns === undefined) return undefined;
  const awaited = withoutAwaitable(node.returns, context);
  if (awaited === undefined) return undefined;
  return withoutText(context.reading.typeOf(awaited, { ...context, isReturned: true })).type;
}

/** `Awaitable[T]` and `Coroutine[…, …, T]` as `T`. */
function withoutAwaitable(node: ExpressionNode, context: TypeContext): ExpressionNode | undefined {
  if (node.kind === "text" && node.quoted !== undefined) return withoutAwaitable(node.quoted, context);
  if (node.kind !== "subscript") return node;
  const name = fullNameOf(node.value, context.scope) ?? "";
  if (!/^(typing|collections\.abc)\.(Awaitable|Coroutine)$/.test(name)) return node;
  const last = node.index.kind === "tuple" ? node.index.items.at(-1) : node.index;
  return last === undefined ? undefined : withoutAwaitable(last, context);
}
