// The parameter that receives the context: the one named `ctx`, or one whose type is `ToolContext`.

import ts from "typescript";
import { isFromHaft, type Source } from "../source.ts";
import type { FunctionNode } from "./local-functions.ts";
import { isThis, parameterType } from "./parameter-type.ts";

/** The parameters of a function without `this`, in order. */
export function ownParameters(fn: FunctionNode): readonly ts.ParameterDeclaration[] {
  return fn.parameters.filter((parameter) => !isThis(parameter));
}

/** Finds the parameter for the context. */
export function contextParameter(source: Source, fn: FunctionNode): ts.ParameterDeclaration | undefined {
  const own = ownParameters(fn).filter((parameter) => parameter.dotDotDotToken === undefined);
  const named = own.find(({ name }) => ts.isIdentifier(name) && name.text === "ctx");
  return named ?? own.find((parameter) => isContextType(source, parameterType(source, fn, parameter)?.type));
}

function isContextType(source: Source, type: ts.Type | undefined): boolean {
  if (type === undefined) return false;
  const present = source.checker.getNonNullableType(type);
  return present.symbol?.name === "ToolContext" && isFromHaft(present.symbol);
}
