// Which of Haft's own functions a name stands for, through imports, aliases and the context.

import ts from "typescript";
import { bareExpression, isFromHaft, resolveAlias, type Source } from "../source.ts";

/** The functions that open a wait. */
export const yieldHelpers: ReadonlySet<string> = new Set([
  "askUser",
  "sleepFor",
  "sleepUntil",
  "watchFiles",
  "waitForSignal",
]);

/** The name under which `haft` exports what an expression refers to; `undefined` for anything else. */
export function haftName(source: Source, expression: ts.Expression): string | undefined {
  const node = bareExpression(expression);
  if (ts.isPropertyAccessExpression(node)) return memberName(source, node);
  if (!ts.isIdentifier(node)) return undefined;
  const symbol = source.checker.getSymbolAtLocation(node);
  const resolved = resolveAlias(source, symbol);
  if (isFromHaft(resolved)) return resolved?.name;
  return symbol && takenFromContext(source, symbol);
}

// `h.tool` of `import * as h`, `ctx.askUser` of the context.
function memberName(source: Source, node: ts.PropertyAccessExpression): string | undefined {
  const { text } = node.name;
  if (ts.isIdentifier(node.expression) && node.expression.text === "ctx" && yieldHelpers.has(text)) return text;
  if (!yieldHelpers.has(text) && text !== "tool" && text !== "resumes") return undefined;
  return isFromHaft(resolveAlias(source, source.checker.getSymbolAtLocation(node.name))) ? text : undefined;
}

// `({ askUser }: ToolContext)`
function takenFromContext(source: Source, symbol: ts.Symbol): string | undefined {
  const element = symbol.valueDeclaration;
  if (element === undefined || !ts.isBindingElement(element) || !ts.isObjectBindingPattern(element.parent))
    return undefined;
  const name = element.propertyName ?? element.name;
  if (!ts.isIdentifier(name) || !yieldHelpers.has(name.text)) return undefined;
  const from = source.checker.getTypeAtLocation(element.parent);
  return isFromHaft(from.getProperty(name.text)) ? name.text : undefined;
}
