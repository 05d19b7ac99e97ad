// The values of an enum's members: literals, and arithmetic on them, which Python has done when the class is made.

import type { Json } from "@haft/sdk/wire";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";

/** Where the values of names and of plain literals come from. */
export interface Values {
  /** What names of the same body are worth. */
  local(name: string): Json | undefined;
  /** What everything else is worth. */
  known(node: ExpressionNode): Json | undefined;
}

/** The value of an expression, or undefined where it cannot be known. */
export function computed(node: ExpressionNode, values: Values): Json | undefined {
  if (node.kind === "name") {
    const own = values.local(node.name);
    if (own !== undefined) return own;
  }
  if (node.kind === "attribute" && node.name === "value" && node.value.kind === "name") {
    const own = values.local(node.value.name);
    if (own !== undefined) return own;
  }
  if (node.kind === "chain") {
    const [first, ...others] = node.operands.map((one) => computed(one, values));
    return others.reduce((sum, one) => arithmetic(node.operator, sum, one), first);
  }
  if (node.kind === "unary") return negated(node.operator, computed(node.operand, values));
  return values.known(node);
}

function negated(operator: string, value: Json | undefined): Json | undefined {
  if (typeof value !== "number") return undefined;
  if (operator === "USub") return value === 0 ? 0 : -value;
  if (operator === "UAdd") return value;
  return operator === "Invert" && Number.isInteger(value) ? -value - 1 : undefined;
}

function arithmetic(operator: string, one: Json | undefined, two: Json | undefined): Json | undefined {
  const [left, right] = [asNumber(one), asNumber(two)];
  if (operator === "Add" && typeof left === "string" && typeof right === "string") return left + right;
  if (typeof left !== "number" || typeof right !== "number") return undefined;
  const value = bits(operator, left, right) ?? numbers(operator, left, right);
  // Beyond 2^53 the numbers of the two languages part.
  return value !== undefined && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? value
    : undefined;
}

/** `True` counts as 1. */
function asNumber(value: Json | undefined): Json | undefined {
  return typeof value === "boolean" ? Number(value) : value;
}

function bits(operator: string, left: number, right: number): number | undefined {
  if (!Number.isInteger(left) || !Number.isInteger(right)) return undefined;
  const [one, two] = [BigInt(left), BigInt(right)];
  switch (operator) {
    case "LShift":
      return right < 0 || right > 53 ? undefined : Number(one << two);
    case "RShift":
      return right < 0 ? undefined : Number(one >> BigInt(Math.min(right, 64)));
    case "BitOr":
      return Number(one | two);
    case "BitAnd":
      return Number(one & two);
    case "BitXor":
      return Number(one ^ two);
    default:
      return undefined;
  }
}

function numbers(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case "Add":
      return left + right;
    case "Sub":
      return left - right;
    case "Mult":
      return left * right;
    case "Div":
      return right === 0 ? undefined : left / right;
    case "FloorDiv":
      return right === 0 ? undefined : Math.floor(left / right);
    case "Mod":
      return right === 0 ? undefined : left - right * Math.floor(left / right);
    case "Pow":
      return right < 0 && left === 0 ? undefined : left ** right;
    default:
      return undefined;
  }
}
