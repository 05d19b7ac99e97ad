// How many parameters a definition's handler takes, where its function is in sight.

import ts from "typescript";
import { assignedTo, initializerOf, propertyOf, unwrap } from "./expressions.ts";

/** The count; undefined where the function is not in sight or takes a rest. */
export function handlerParameters(object: ts.ObjectLiteralExpression, source: ts.SourceFile): number | undefined {
  const parameters = parametersOf(object, source)?.filter((parameter) => parameter.name.getText(source) !== "this");
  const open = parameters?.some((parameter) => parameter.dotDotDotToken !== undefined);
  return open === true ? undefined : parameters?.length;
}

function parametersOf(
  object: ts.ObjectLiteralExpression,
  source: ts.SourceFile,
): readonly ts.ParameterDeclaration[] | undefined {
  const property = propertyOf(object, "handler");
  if (property === undefined) return undefined;
  if (ts.isMethodDeclaration(property)) return property.parameters;
  const value = assignedTo(property);
  const bare = value === undefined ? undefined : unwrap(value);
  const found = bare !== undefined && ts.isIdentifier(bare) ? functionNamed(bare.text, source) : bare;
  const isFunction = found !== undefined && (ts.isArrowFunction(found) || ts.isFunctionLike(found));
  return isFunction ? found.parameters.filter(ts.isParameter) : undefined;
}

function functionNamed(name: string, source: ts.SourceFile): ts.Node | undefined {
  const isNamed = (statement: ts.Statement): boolean =>
    ts.isFunctionDeclaration(statement) && statement.name?.text === name;
  const initializer = initializerOf(name, source);
  return source.statements.find(isNamed) ?? (initializer === undefined ? undefined : unwrap(initializer));
}
