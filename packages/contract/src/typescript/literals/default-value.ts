// The default of a parameter or of a property in a pattern.

import ts from "typescript";
import type { DefaultValue } from "../../model/type.ts";
import { bareExpression, type Source, spanOf, textOf } from "../source.ts";
import { literalValue } from "./literal-value.ts";

/** Reads a default. `undefined` is none. */
export function readDefault(source: Source, initializer: ts.Expression | undefined): DefaultValue | undefined {
  if (initializer === undefined || isUndefined(initializer)) return undefined;
  const literal = literalValue(source, initializer);
  const text = textOf(initializer);
  const span = spanOf(initializer);
  return literal === undefined
    ? { kind: "computed", text, span }
    : { kind: "literal", value: literal.value, text, span };
}

/** Whether an expression is `undefined`, whatever type it is given. */
export function isUndefined(expression: ts.Expression): boolean {
  return saysUndefined(bareExpression(expression));
}

/** Whether a default says something about the type: `null`, `[]`, `{}` and `undefined` as they stand do not. */
export function tellsType(initializer: ts.Expression): boolean {
  let node = initializer;
  while (ts.isParenthesizedExpression(node)) node = node.expression;
  if (node.kind === ts.SyntaxKind.NullKeyword || saysUndefined(node)) return false;
  if (ts.isArrayLiteralExpression(node)) return node.elements.length > 0;
  if (ts.isObjectLiteralExpression(node)) return node.properties.length > 0;
  return true;
}

function saysUndefined(node: ts.Expression): boolean {
  return ts.isVoidExpression(node) || (ts.isIdentifier(node) && node.text === "undefined");
}
