// Which exported functions a module has: each is a tool unless it is tagged `@internal`.

import ts from "typescript";
import { bareExpression } from "../source.ts";
import { type FunctionNode, type LocalFunction, localFunctions } from "./local-functions.ts";

/** A function under the name it is exported with. */
export interface ExportedFunction extends LocalFunction {
  readonly exportName: string;
  readonly toolName: string;
}

/** What a module exports. */
export interface ModuleExports {
  /** A default export of a function without a name has the empty name (106). */
  readonly functions: readonly ExportedFunction[];
  /** Every function at module level, exported or not, by name. */
  readonly locals: ReadonlyMap<string, LocalFunction>;
}

/** Finds the exported functions, in the order they are written. */
export function exportedFunctions(file: ts.SourceFile): ModuleExports {
  const locals = localFunctions(file);
  const functions: ExportedFunction[] = [];
  const add = (name: string, exportName: string) => {
    const found = locals.get(name);
    // The name `default` is how JavaScript finds it, not what the author calls it.
    if (found) functions.push({ ...found, exportName, toolName: exportName === "default" ? name : exportName });
  };
  const addAnonymous = (node: FunctionNode, declaration: ts.Statement) => {
    const name = node.name?.text ?? "";
    functions.push({
      name: name || "default",
      node,
      declaration,
      overloads: [],
      exportName: "default",
      toolName: name,
    });
  };
  for (const statement of file.statements) {
    for (const name of exportedByModifier(statement)) add(name, isDefault(statement) ? "default" : name);
    const nameless =
      ts.isFunctionDeclaration(statement) && statement.name === undefined && statement.body !== undefined;
    if (nameless && isDefault(statement)) addAnonymous(statement, statement);
    for (const [name, exportName] of namedExports(statement)) add(name, exportName);
    if (!ts.isExportAssignment(statement) || statement.isExportEquals) continue;
    const value = bareExpression(statement.expression);
    if (ts.isIdentifier(value)) add(value.text, "default");
    else if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) addAnonymous(value, statement);
  }
  functions.sort((a, b) => a.node.pos - b.node.pos);
  return { functions, locals };
}

function exportedByModifier(statement: ts.Statement): readonly string[] {
  const exported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword);
  if (!exported) return [];
  if (ts.isFunctionDeclaration(statement)) {
    const overload = statement.body === undefined || statement.name === undefined;
    return overload ? [] : [statement.name.text];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
}

function isDefault(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword) ?? false;
}

// `export { f, g as h }`, without a module to take them from.
function namedExports(statement: ts.Statement): readonly (readonly [string, string])[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined || statement.isTypeOnly) return [];
  const clause = statement.exportClause;
  if (clause === undefined || !ts.isNamedExports(clause)) return [];
  return clause.elements
    .filter((element) => !element.isTypeOnly)
    .map((element) => [(element.propertyName ?? element.name).text, element.name.text] as const);
}
