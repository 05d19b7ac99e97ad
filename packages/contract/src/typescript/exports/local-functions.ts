// The functions at a module's top level, declared or held by a variable.

import ts from "typescript";
import { bareExpression } from "../source.ts";

/** A function with a body. */
export type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;

/** Whether a function is written as `async`. */
export function isAsync(fn: FunctionNode): boolean {
  return fn.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword) ?? false;
}

/** A function at module level. */
export interface LocalFunction {
  readonly name: string;
  readonly node: FunctionNode;
  /** Where it is declared: the node that its doc comment stands before. */
  readonly declaration: ts.Node;
  /** Its further signatures, in order. */
  readonly overloads: readonly ts.FunctionDeclaration[];
}

/** Finds them, by name. */
export function localFunctions(file: ts.SourceFile): ReadonlyMap<string, LocalFunction> {
  const found = new Map<string, LocalFunction>();
  const signatures = new Map<string, ts.FunctionDeclaration[]>();
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement)) addDeclaration(statement, found, signatures);
    else if (ts.isVariableStatement(statement)) addVariables(statement, found);
  }
  return found;
}

function addDeclaration(
  node: ts.FunctionDeclaration,
  found: Map<string, LocalFunction>,
  signatures: Map<string, ts.FunctionDeclaration[]>,
): void {
  if (node.name === undefined) return;
  const name = node.name.text;
  const overloads = signatures.get(name) ?? [];
  if (node.body === undefined) signatures.set(name, [...overloads, node]);
  else if (!found.has(name)) found.set(name, { name, node, declaration: overloads[0] ?? node, overloads });
}

function addVariables(statement: ts.VariableStatement, found: Map<string, LocalFunction>): void {
  for (const [index, variable] of statement.declarationList.declarations.entries()) {
    const value = variable.initializer && bareExpression(variable.initializer);
    if (value === undefined || !ts.isIdentifier(variable.name)) continue;
    if (!ts.isArrowFunction(value) && !ts.isFunctionExpression(value)) continue;
    const { text: name } = variable.name;
    found.set(name, { name, node: value, declaration: index === 0 ? statement : variable, overloads: [] });
  }
}
