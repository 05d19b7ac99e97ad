// What a name at module level always stands for: a `const`, or a variable that nothing assigns again.

import ts from "typescript";
import { resolveAlias, type Source } from "../source.ts";

/** Finds the one value a name has, in this module or in a sibling it is imported from. */
export function constantInitializer(source: Source, name: ts.Identifier): ts.Expression | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? source.checker.getShorthandAssignmentValueSymbol(name.parent)
    : source.checker.getSymbolAtLocation(name);
  const declaration = resolveAlias(source, symbol)?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return undefined;
  const list = declaration.parent;
  const atModuleLevel = ts.isVariableStatement(list.parent) && ts.isSourceFile(list.parent.parent);
  if (!atModuleLevel || !ts.isIdentifier(declaration.name)) return undefined;
  const constant = (list.flags & ts.NodeFlags.Const) !== 0;
  return constant || !isAssigned(declaration.getSourceFile(), declaration.name.text)
    ? declaration.initializer
    : undefined;
}

// By name alone: an assignment to a local of the same name makes the constant no literal, which is the safe side.
function isAssigned(file: ts.SourceFile, name: string): boolean {
  const pending: ts.Node[] = [file];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isAssignmentTo(node, name)) return true;
    ts.forEachChild(node, (child) => {
      pending.push(child);
    });
  }
  return false;
}

function isAssignmentTo(node: ts.Node, name: string): boolean {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    const assigns = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return assigns && mentions(node.left, name);
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const changes = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return changes && mentions(node.operand, name);
  }
  return (ts.isForInStatement(node) || ts.isForOfStatement(node)) && mentions(node.initializer, name);
}

function mentions(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, (child) => mentions(child, name) || undefined) ?? false;
}
