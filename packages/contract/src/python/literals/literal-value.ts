// Values that stand in the source: what a default, an option or a choice is, where that can be known without running.

import type { Json } from "@haft/sdk/wire";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";

/** A value, wrapped since it may be null. */
export interface Literal {
  readonly value: Json;
}

/** What a name or dotted name is worth, if that is known. */
export type NamedValue = (node: ExpressionNode) => Literal | undefined;

/** The value of an expression, if it is a literal or made of literals and known names. */
export function literalOf(node: ExpressionNode, named: NamedValue = () => undefined): Literal | undefined {
  switch (node.kind) {
    case "text":
      // Half a surrogate pair can be written as an escape, but not be sent.
      return node.value.isWellFormed() ? { value: node.value } : undefined;
    case "boolean":
    case "whole":
    case "decimal":
      return { value: node.value };
    case "none":
      return { value: null };
    case "unary":
      return signed(node.operator, node.operand);
    case "chain":
      return node.operator === "Add" ? joined(node.operands, named) : undefined;
    case "list":
    case "tuple":
      return listOf(node.items, named);
    case "set":
      return withoutRepetition(listOf(node.items, named));
    case "dict":
      return objectOf(node.entries, named);
    case "name":
    case "attribute":
      return named(node);
    default:
      return undefined;
  }
}

function signed(operator: string, operand: ExpressionNode): Literal | undefined {
  if (operand.kind !== "whole" && operand.kind !== "decimal") return undefined;
  if (operator === "USub") return { value: operand.value === 0 ? 0 : -operand.value };
  return operator === "UAdd" ? { value: operand.value } : undefined;
}

/** `"a" + "b"`, of texts only. */
function joined(operands: readonly ExpressionNode[], named: NamedValue): Literal | undefined {
  let value = "";
  for (const operand of operands) {
    const part = literalOf(operand, named)?.value;
    if (typeof part !== "string") return undefined;
    value += part;
  }
  return { value };
}

function listOf(items: readonly ExpressionNode[], named: NamedValue): Literal | undefined {
  const values: Json[] = [];
  for (const item of items) {
    const literal = literalOf(item, named);
    if (literal === undefined) return undefined;
    values.push(literal.value);
  }
  return { value: Object.freeze(values) };
}

function withoutRepetition(list: Literal | undefined): Literal | undefined {
  if (list === undefined || !Array.isArray(list.value)) return undefined;
  const seen = new Map<string, Json>(list.value.map((one: Json) => [JSON.stringify(one), one]));
  return { value: Object.freeze([...seen.values()]) };
}

function objectOf(
  entries: readonly { readonly key: ExpressionNode | undefined; readonly value: ExpressionNode }[],
  named: NamedValue,
): Literal | undefined {
  const properties: [string, Json][] = [];
  for (const { key, value } of entries) {
    const name = key && literalOf(key, named);
    const literal = literalOf(value, named);
    if (typeof name?.value !== "string" || literal === undefined) return undefined;
    properties.push([name.value, literal.value]);
  }
  return { value: Object.freeze(Object.fromEntries(properties)) };
}
