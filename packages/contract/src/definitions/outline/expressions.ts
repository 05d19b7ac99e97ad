// What an expression comes down to, as far as one module shows it.

import ts from "typescript";

/** The expression without casts, parentheses, `satisfies` and `!`. */
export function unwrap(expression: ts.Expression): ts.Expression {
  let at = expression;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isNonNullExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}

/** What a variable of the module is set to where it is declared. */
export function initializerOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (ts.isIdentifier(declaration.name) && declaration.name.text === name) return declaration.initializer;
    }
  }
  return undefined;
}

/** A name that stands for a name that stands for … itself. */
const DEEPEST = 10;

/** The object literal behind names of the module and calls that take it first, such as `defineTool(…)`. */
export function objectBehind(
  expression: ts.Expression,
  source: ts.SourceFile,
  depth = 0,
): ts.ObjectLiteralExpression | undefined {
  const bare = unwrap(expression);
  if (ts.isObjectLiteralExpression(bare)) return bare;
  if (depth > DEEPEST) return undefined;
  const next = ts.isCallExpression(bare)
    ? bare.arguments[0]
    : ts.isIdentifier(bare)
      ? initializerOf(bare.text, source)
      : undefined;
  return next === undefined ? undefined : objectBehind(next, source, depth + 1);
}

/** A property of an object literal by its name. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find(
    ({ name: found }) => found !== undefined && !ts.isComputedPropertyName(found) && found.text === name,
  );
}

/** The expression that gives a property its value: of `{ handler }` the name itself. */
export function assignedTo(property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined;
}
