// What names are worth without running anything: constants assigned once, members of enums.

import type { Json } from "@haft/sdk/wire";
import type { DefaultValue } from "../../model/type.ts";
import { bindingsIn, type Scope } from "../names/module-scope.ts";
import { originOf } from "../names/origins.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import { spanOf, textOf } from "../syntax/source-text.ts";
import type { ClassNode } from "../syntax/statement-nodes.ts";
import { type EnumModel, enumFromCall, enumModel } from "./enum-members.ts";
import { type Literal, literalOf } from "./literal-value.ts";

/** Constants that name constants are followed this far. */
const LONGEST_WAY = 20;

/** The value of an expression, if it can be known. */
export function knownValue(node: ExpressionNode, scope: Scope, way = 0): Literal | undefined {
  return literalOf(node, (named) => (way > LONGEST_WAY ? undefined : valueOfName(named, scope, way)));
}

/** The default that an expression is. */
export function defaultOf(node: ExpressionNode, scope: Scope): DefaultValue {
  const literal = knownValue(node, scope);
  const about = { text: textOf(node.place), span: Object.freeze(spanOf(node.place)) };
  if (literal === undefined) return Object.freeze({ kind: "computed", ...about });
  return Object.freeze({ kind: "literal", value: literal.value, ...about });
}

/** The enum that a class is, if it is one. */
export function enumOf(node: ClassNode, scope: Scope): EnumModel | undefined {
  return enumModel(node, scope, plainValue);
}

/** The enum that a call makes, if it makes one. */
export function enumOfCall(node: CallNode, scope: Scope): EnumModel | undefined {
  return enumFromCall(node, scope, plainValue);
}

/** A member of an enum with the class it is declared in. */
export interface FoundMember {
  readonly value: Json;
  readonly node: ClassNode;
  readonly scope: Scope;
}

/** The member that `Level.LOW` names. */
export function enumMember(node: ExpressionNode, scope: Scope): FoundMember | undefined {
  if (node.kind !== "attribute") return undefined;
  const origin = originOf(node.value, scope);
  if (origin?.kind !== "declared") return undefined;
  const holder = origin.bindings.findLast((one) => one.kind === "class");
  if (holder?.kind !== "class") return undefined;
  const member = enumOf(holder.node, origin.scope)?.byName.get(node.name);
  return member?.value === undefined ? undefined : { value: member.value, node: holder.node, scope: origin.scope };
}

function plainValue(node: ExpressionNode, scope: Scope): Json | undefined {
  return knownValue(node, scope)?.value;
}

function valueOfName(node: ExpressionNode, scope: Scope, way: number): Literal | undefined {
  const whole = node.kind === "attribute" && node.name === "value" ? node.value : node;
  const member = enumMember(whole, scope) ?? enumMember(node, scope);
  if (member !== undefined) return { value: member.value };
  const origin = originOf(node, scope);
  if (origin?.kind !== "declared" || origin.scope.kind !== "module") return undefined;
  const [only, ...others] = bindingsIn(origin.scope, origin.name);
  if (only?.kind !== "value" || others.length > 0) return undefined;
  return knownValue(only.value, origin.scope, way + 1);
}
