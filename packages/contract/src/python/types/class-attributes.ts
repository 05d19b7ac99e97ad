// Defaults that a dataclass's field takes from a base: Python looks for an attribute of that name.

import type { DefaultValue } from "../../model/type.ts";
import { defaultOf } from "../literals/known-values.ts";
import { bindingsIn, classScope, type Scope } from "../names/module-scope.ts";
import { fullNameOf, originOf } from "../names/origins.ts";
import { spanOf, textOf } from "../syntax/source-text.ts";
import type { ClassNode } from "../syntax/statement-nodes.ts";
import { defaultIn } from "./field-call.ts";
import { withoutBrackets } from "./record-kinds.ts";
import type { TypeContext } from "./type-context.ts";

/** Bases derive from bases this deep. */
const DEEPEST = 40;

/** What the attribute of a class or its bases is, if they have one. */
export function classAttribute(
  name: string,
  node: ClassNode,
  scope: Scope,
  context: TypeContext,
  depth = 0,
): DefaultValue | undefined {
  const own = ownAttribute(name, node, scope, context);
  if (own !== undefined || depth > DEEPEST) return own;
  for (const base of node.bases) {
    const origin = originOf(withoutBrackets(base), scope);
    const holder = origin?.kind === "declared" ? origin.bindings.findLast((one) => one.kind === "class") : undefined;
    if (origin?.kind !== "declared" || holder?.kind !== "class") continue;
    const found = classAttribute(name, holder.node, origin.scope, context, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function ownAttribute(name: string, node: ClassNode, scope: Scope, context: TypeContext): DefaultValue | undefined {
  const inside = classScope(node, scope);
  const binding = bindingsIn(inside, name).at(-1);
  if (binding === undefined || binding.kind === "opaque") return undefined;
  if (binding.kind === "value") {
    const { value } = binding;
    if (value.kind !== "call" || fullNameOf(value.callee, inside) !== "dataclasses.field")
      return defaultOf(value, inside);
    // A factory leaves no attribute behind.
    const hasDefault = value.keywords.some((one) => one.name === "default");
    return hasDefault ? defaultIn(value, "default", { ...context, scope: inside }) : undefined;
  }
  // A method or a class of that name is an attribute as well, though nobody means it as a default.
  if (binding.kind !== "function" && binding.kind !== "class") return undefined;
  const place = binding.node.place;
  return Object.freeze({ kind: "computed", text: textOf(place), span: Object.freeze(spanOf(place)) });
}
