// One exported function as a model.

import ts from "typescript";
import type { Fault, FunctionModel, OptionModel } from "../../model/function.ts";
import type { Span } from "../../model/place.ts";
import type { FunctionComment } from "../comments/function-comment.ts";
import { type Source, spanAt, spanOf } from "../source.ts";
import { helperCalls } from "../statements/helper-calls.ts";
import type { TypeReader } from "../types/read-type.ts";
import type { ExportedFunction } from "./exported-functions.ts";
import { isAsync } from "./local-functions.ts";
import { readParameters, type Signature } from "./parameters.ts";
import { returnType } from "./return-type.ts";

/** Reads a function with its comment and the options that statements gave it. */
export function readFunction(
  source: Source,
  types: TypeReader,
  fn: ExportedFunction,
  comment: FunctionComment | undefined,
  options: readonly OptionModel[],
): FunctionModel {
  const { node, toolName } = fn;
  const span = headSpan(fn);
  const fault = shapeFault(fn, span);
  const entries = comment?.entries ?? [];
  const signature: Signature = fault
    ? { parameters: [], signatureFault: fault }
    : readParameters({ source, types, entries, tool: toolName }, node);
  const returns = signature.signatureFault ? undefined : returnType(source, types, node);
  return {
    name: fn.name,
    toolName,
    exportName: fn.exportName,
    span,
    endLine: spanOf(node).endLine,
    isAsync: isAsync(node),
    form: "strict",
    options,
    ...(comment && { doc: comment.doc }),
    ...signature,
    ...(returns && { returns }),
    helperCalls: helperCalls(source, node),
  };
}

// From the start of the declaration to the end of the name, or to the parameters: what a message marks.
function headSpan(fn: ExportedFunction): Span {
  const file = fn.declaration.getSourceFile();
  const start = fn.declaration.getStart(file);
  const { node, declaration } = fn;
  const named = ts.isFunctionDeclaration(declaration) ? declaration.name : undefined;
  const variable = ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined;
  return spanAt(file, start, (named ?? variable ?? node.name)?.end ?? Math.max(start + 1, node.parameters.pos - 1));
}

function shapeFault(fn: ExportedFunction, span: Span): Fault | undefined {
  const tool = fn.toolName;
  if (fn.overloads.length > 0) {
    const message = `\`${tool}\` has ${fn.overloads.length} signatures; a tool has one.`;
    return { code: "HAFT304", span, tool, message, hint: "Keep one signature, with a union where the types differ." };
  }
  if (fn.node.asteriskToken === undefined) return undefined;
  const message = `\`${tool}\` is a generator; a tool returns one result.`;
  return { code: "HAFT304", span, tool, message, hint: "Return an array of what it yields." };
}
