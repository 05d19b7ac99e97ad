// Options as an object literal writes them: of `tool(fn, {…})` and of `resumes(fn, companion, {…})`.

import ts from "typescript";
import type { OptionModel } from "../../model/function.ts";
import { propertyName, valueInPlace } from "../literals/literal-value.ts";
import { bareExpression, type Source, spanOf, textOf } from "../source.ts";

/** Reads the arguments behind the function's as options; what is no object literal is `*`, a spread in it `**`. */
export function readOptions(source: Source, given: readonly ts.Expression[]): OptionModel[] {
  return given.flatMap((argument, index) => {
    const node = bareExpression(argument);
    if (index > 0 || !ts.isObjectLiteralExpression(node)) return [unnamed("*", argument)];
    return node.properties.map((property) => readOption(source, property));
  });
}

function unnamed(name: "*" | "**", node: ts.Node): OptionModel {
  return { name, value: { literal: false, text: textOf(node) }, span: spanOf(node) };
}

function readOption(source: Source, property: ts.ObjectLiteralElementLike): OptionModel {
  const name = property.name && propertyName(property.name);
  if (name === undefined) return unnamed("**", property);
  const span = spanOf(property);
  const expression = ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined;
  const literal = expression && valueInPlace(source, expression);
  const text = textOf(expression ?? property);
  return {
    name,
    span,
    value: literal === undefined ? { literal: false, text } : { literal: true, value: literal.value, text },
  };
}
