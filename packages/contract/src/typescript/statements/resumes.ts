// `resumes(fn, companion, { … })`: which function goes on when a tool's wait has ended.

import ts from "typescript";
import type { ResumesModel } from "../../model/function.ts";
import { ownParameters } from "../exports/context-parameter.ts";
import { type FunctionNode, isAsync } from "../exports/local-functions.ts";
import { returnType } from "../exports/return-type.ts";
import { bareExpression, resolveAlias, type Source, spanOf, textOf } from "../source.ts";
import type { TypeReader } from "../types/read-type.ts";
import { type HaftStatement, plainName } from "./haft-statements.ts";
import { helperCalls } from "./helper-calls.ts";
import { readOptions } from "./option-list.ts";

/** Reads one statement. */
export function readResumes(source: Source, types: TypeReader, statement: HaftStatement): ResumesModel {
  const [first, second, ...rest] = statement.arguments;
  const target = plainName(first);
  return {
    span: spanOf(statement.statement),
    ...(target !== undefined && { target }),
    aboveTarget: false,
    options: readOptions(source, rest),
    companion: readCompanion(source, types, statement, second),
  };
}

function readCompanion(
  source: Source,
  types: TypeReader,
  { statement }: HaftStatement,
  argument: ts.Expression | undefined,
): ResumesModel["companion"] {
  const name = plainName(argument);
  const fn = argument && companionFunction(source, argument);
  if (fn === undefined) {
    const found = argument === undefined ? "is missing" : notFunction(argument, name);
    const span = spanOf(argument ?? statement);
    return {
      ...(name && { name }),
      span,
      isAsync: false,
      parameters: [],
      parameterFault: found,
      takesContext: false,
      helperCalls: [],
    };
  }
  const parameters = ownParameters(fn);
  const fault = parameterFault(fn, parameters);
  const here = fn.getSourceFile() === source.file;
  const span = here ? startOf(fn) : spanOf(statement);
  const returns = returnType(source, types, fn);
  return {
    ...(name && { name }),
    span,
    isAsync: isAsync(fn),
    parameters: parameters.map((parameter) => textOf(parameter.name)),
    ...(fault && { parameterFault: fault }),
    takesContext: parameters.length >= 3,
    ...(returns && { returns }),
    helperCalls: here ? helperCalls(source, fn) : [],
  };
}

function notFunction(argument: ts.Expression, name: string | undefined): string {
  const what = "not a function of this module";
  return name === undefined ? `is \`${textOf(argument)}\`, which is ${what}` : `is ${what}`;
}

function startOf(fn: FunctionNode) {
  const { line, column } = spanOf(fn);
  const name = fn.name === undefined ? spanOf(fn) : spanOf(fn.name);
  return fn.name === undefined ? name : { line, column, endLine: name.endLine, endColumn: name.endColumn };
}

// In place, or by a name of this module or of a sibling.
function companionFunction(source: Source, argument: ts.Expression): FunctionNode | undefined {
  const node = bareExpression(argument);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return node;
  if (!ts.isIdentifier(node)) return undefined;
  const declarations = resolveAlias(source, source.checker.getSymbolAtLocation(node))?.declarations ?? [];
  for (const declaration of declarations) {
    if (ts.isFunctionDeclaration(declaration) && declaration.body !== undefined) return declaration;
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) continue;
    const value = bareExpression(declaration.initializer);
    if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return value;
  }
  return undefined;
}

function parameterFault(fn: FunctionNode, parameters: readonly ts.ParameterDeclaration[]): string | undefined {
  if (fn.asteriskToken !== undefined) return "is a generator";
  const rest = parameters.find((parameter) => parameter.dotDotDotToken !== undefined);
  if (rest !== undefined) return `takes \`${textOf(rest)}\``;
  return parameters.length > 3 ? `takes ${parameters.length} parameters` : undefined;
}
