// The statements at module level that call one of Haft's own functions.

import ts from "typescript";
import { bareExpression, type Source } from "../source.ts";
import { haftName } from "./haft-names.ts";

/** `tool(…)` or `resumes(…)` as a statement. */
export interface HaftStatement {
  readonly calls: "tool" | "resumes";
  readonly statement: ts.ExpressionStatement;
  readonly arguments: readonly ts.Expression[];
}

/** Finds them, in source order. */
export function haftStatements(source: Source): HaftStatement[] {
  return source.file.statements.flatMap((statement) => {
    if (!ts.isExpressionStatement(statement)) return [];
    const call = bareExpression(statement.expression);
    if (!ts.isCallExpression(call)) return [];
    const calls = haftName(source, call.expression);
    return calls === "tool" || calls === "resumes" ? [{ calls, statement, arguments: [...call.arguments] }] : [];
  });
}

/** The name that an argument is, if it is a plain one. */
export function plainName(argument: ts.Expression | undefined): string | undefined {
  const node = argument && bareExpression(argument);
  return node !== undefined && ts.isIdentifier(node) ? node.text : undefined;
}
