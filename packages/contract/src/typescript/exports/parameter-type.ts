// A parameter's type: from its annotation, from the type of the variable that holds the function, or from its default.

import ts from "typescript";
import { tellsType } from "../literals/default-value.ts";
import type { Source } from "../source.ts";
import type { FunctionNode } from "./local-functions.ts";

/** A type, with the node that writes it where there is one. */
export interface GivenType {
  readonly type: ts.Type;
  readonly node?: ts.TypeNode;
  /** Optional in the type that the function's variable has. */
  readonly optional: boolean;
}

/** Finds a parameter's type; `undefined` where none was written and none can be had. */
export function parameterType(
  source: Source,
  fn: FunctionNode,
  parameter: ts.ParameterDeclaration,
): GivenType | undefined {
  const { checker } = source;
  if (parameter.type !== undefined) {
    return { type: checker.getTypeFromTypeNode(parameter.type), node: parameter.type, optional: false };
  }
  const contextual = contextualParameter(source, fn, parameter);
  if (contextual !== undefined) return contextual;
  if (parameter.initializer === undefined || !tellsType(parameter.initializer)) return undefined;
  const node = assertedType(parameter.initializer);
  return { type: checker.getTypeAtLocation(parameter), ...(node && { node }), optional: false };
}

// `[] as string[]` writes the type as well as an annotation does.
function assertedType(initializer: ts.Expression): ts.TypeNode | undefined {
  let node = initializer;
  while (ts.isParenthesizedExpression(node)) node = node.expression;
  return ts.isAsExpression(node) && !ts.isConstTypeReference(node.type) ? node.type : undefined;
}

function contextualParameter(
  source: Source,
  fn: FunctionNode,
  parameter: ts.ParameterDeclaration,
): GivenType | undefined {
  if (ts.isFunctionDeclaration(fn)) return undefined;
  const type = source.checker.getContextualType(fn);
  const signatures = type?.getNonNullableType().getCallSignatures() ?? [];
  const [signature] = signatures;
  const index = fn.parameters.filter((one) => !isThis(one)).indexOf(parameter);
  const given = signatures.length === 1 ? signature?.getParameters()[index] : undefined;
  if (given === undefined) return undefined;
  const declaration = given.valueDeclaration;
  const written = declaration !== undefined && ts.isParameter(declaration) ? declaration : undefined;
  if (written?.dotDotDotToken !== undefined) return undefined;
  return {
    type: source.checker.getTypeOfSymbolAtLocation(given, fn),
    ...(written?.type && { node: written.type }),
    optional: written?.questionToken !== undefined,
  };
}

/** Whether a parameter is `this`, which is none. */
export function isThis(parameter: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(parameter.name) && parameter.name.text === "this";
}
