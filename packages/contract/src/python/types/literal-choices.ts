// `Literal[…]`: texts, numbers, truth, `None`, members of enums, and other `Literal`s by name.

import type { Json } from "@haft/sdk/wire";
import type { TypeNode } from "../../model/type.ts";
import { enumMember } from "../literals/known-values.ts";
import { literalOf } from "../literals/literal-value.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { textOf } from "../syntax/source-text.ts";
import { className } from "./class-names.ts";
import type { TypeContext } from "./type-context.ts";
import { notData, tooLarge } from "./type-faults.ts";

/** The choice that the parts of a `Literal` are. */
export function choiceOf(parts: readonly ExpressionNode[], context: TypeContext): TypeNode {
  const members: TypeNode[] = [];
  let values: Json[] = [];
  const flush = (): void => {
    if (values.length > 0) members.push(Object.freeze({ kind: "literal", values: Object.freeze(values) }));
    values = [];
  };
  for (const part of parts) {
    const value = plainValue(part);
    if (value !== undefined) values.push(value);
    else {
      flush();
      members.push(otherPart(part, context));
    }
  }
  flush();
  const [only] = members;
  if (members.length === 1 && only !== undefined) return only;
  return Object.freeze({ kind: "union", members: Object.freeze(members) });
}

function plainValue(part: ExpressionNode): Json | undefined {
  const value = literalOf(part)?.value;
  return typeof value === "object" && value !== null ? undefined : value;
}

function otherPart(part: ExpressionNode, context: TypeContext): TypeNode {
  const found = textOf(part.place);
  if (part.kind === "too-large") return tooLarge(found);
  const member = enumMember(part, context.scope);
  if (member !== undefined) {
    const name = member.node.name;
    const values = Object.freeze([member.value]);
    return Object.freeze({ kind: "enum", name, values, class: className(member.node, member.scope) });
  }
  if (part.kind === "name" || part.kind === "subscript" || part.kind === "attribute") {
    const inner = context.reading.typeOf(part, context);
    if (inner.kind === "literal" || inner.kind === "enum" || inner.kind === "fault") return inner;
    if (inner.kind === "union" && inner.members.every((one) => one.kind === "literal" || one.kind === "enum"))
      return inner;
  }
  return notData(found, "A `Literal` holds texts, whole numbers, `True`, `False`, `None` and members of enums.");
}
