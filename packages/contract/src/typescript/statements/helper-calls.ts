// The calls of yield helpers in a function's own body, and whether their value is dropped.

import ts from "typescript";
import type { HelperCall } from "../../model/function.ts";
import type { FunctionNode } from "../exports/local-functions.ts";
import { type Source, spanOf, textOf } from "../source.ts";
import { haftName, yieldHelpers } from "./haft-names.ts";

/** Finds them, in source order; functions inside the body are not its own. */
export function helperCalls(source: Source, fn: FunctionNode): HelperCall[] {
  if (fn.body === undefined) return [];
  const found: HelperCall[] = [];
  const pending: ts.Node[] = [fn.body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) continue;
    if (ts.isCallExpression(node)) {
      const helper = haftName(source, node.expression);
      if (helper !== undefined && yieldHelpers.has(helper)) {
        found.push({ text: textOf(node.expression), helper, span: spanOf(node), dropped: isDropped(node) });
      }
    }
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => {
      children.push(child);
    });
    pending.push(...children.reverse());
  }
  return found;
}

function isDropped(call: ts.Node): boolean {
  const { parent } = call;
  if (ts.isExpressionStatement(parent) || ts.isVoidExpression(parent)) return true;
  if (ts.isBinaryExpression(parent)) {
    const passesOn =
      isShortCircuit(parent.operatorToken.kind) || parent.operatorToken.kind === ts.SyntaxKind.CommaToken;
    if (parent.operatorToken.kind === ts.SyntaxKind.CommaToken && parent.left === call) return true;
    return passesOn && parent.right === call && isDropped(parent);
  }
  if (ts.isConditionalExpression(parent)) return parent.condition !== call && isDropped(parent);
  const transparent =
    ts.isAwaitExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent);
  return transparent && isDropped(parent);
}

function isShortCircuit(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}
