// The statement that exports a module's default, and the expression in it.

import ts from "typescript";
import { unwrap } from "./expressions.ts";

/** What was found. */
export interface DefaultExport {
  readonly statement: ts.Statement;
  /** Absent where it comes from another module. */
  readonly expression?: ts.Expression;
  /** What it is, where that can be seen and is nothing that could be a definition. */
  readonly kind?: string;
}

/** `export default …`, `export { x as default }`, also from another module. */
export function defaultExport(source: ts.SourceFile): DefaultExport | undefined {
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement) && statement.isExportEquals !== true) {
      const { expression } = statement;
      const kind = kindOf(unwrap(expression));
      return { statement, expression, ...(kind === undefined ? {} : { kind }) };
    }
    const found = declared(statement) ?? named(statement);
    if (found !== undefined) return found;
  }
  return undefined;
}

function kindOf(expression: ts.Expression): string | undefined {
  if (ts.isArrowFunction(expression) || ts.isFunctionExpression(expression)) return "a function";
  if (ts.isClassExpression(expression)) return "a class";
  if (ts.isArrayLiteralExpression(expression)) return "a list";
  return ts.isLiteralExpression(expression) ? "a literal" : undefined;
}

/** `export default function …`, `export default class …`. */
function declared(statement: ts.Statement): DefaultExport | undefined {
  if (!ts.isFunctionDeclaration(statement) && !ts.isClassDeclaration(statement)) return undefined;
  const isDefault = statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) === true;
  return isDefault ? { statement, kind: ts.isClassDeclaration(statement) ? "a class" : "a function" } : undefined;
}

function named(statement: ts.Statement): DefaultExport | undefined {
  if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return undefined;
  if (!ts.isNamedExports(statement.exportClause)) return undefined;
  const specifier = statement.exportClause.elements.find((element) => element.name.text === "default");
  if (specifier === undefined) return undefined;
  const local = specifier.propertyName ?? specifier.name;
  const isOwn = statement.moduleSpecifier === undefined && ts.isIdentifier(local);
  return isOwn ? { statement, expression: local } : { statement };
}
