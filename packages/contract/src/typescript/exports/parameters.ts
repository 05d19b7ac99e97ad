// A function's parameters as arguments: each is one, or, of a lone destructured object, each property is.

import ts from "typescript";
import type { Fault, FunctionModel, ParameterModel } from "../../model/function.ts";
import { docCommentOf } from "../comments/comment-range.ts";
import { readMemberComment } from "../comments/member-comment.ts";
import { spanOf } from "../source.ts";
import { mergedTags, type SignatureReading, typeAndDefault } from "./argument.ts";
import { contextParameter, ownParameters } from "./context-parameter.ts";
import { fieldParameters } from "./field-parameters.ts";
import type { FunctionNode } from "./local-functions.ts";
import { parameterType } from "./parameter-type.ts";

/** The parameters, or why no schema can describe them. */
export type Signature = Pick<FunctionModel, "parameters" | "context" | "signatureFault">;

/** Reads the parameters of a function. */
export function readParameters(reading: SignatureReading, fn: FunctionNode): Signature {
  const own = ownParameters(fn);
  const context = contextParameter(reading.source, fn);
  const place = context && { context: contextPlace(context, own) };
  const others = own.filter((parameter) => parameter !== context);
  const pattern = others.find(
    (parameter) => !ts.isIdentifier(parameter.name) && parameter.dotDotDotToken === undefined,
  );
  if (pattern === undefined) {
    return { parameters: others.map((parameter) => readParameter(reading, fn, parameter)), ...place };
  }
  if (others.length > 1) return { parameters: [], ...place, signatureFault: besideOthers(reading, pattern) };
  const fields = fieldParameters(reading, fn, pattern);
  return "code" in fields ? { parameters: [], ...place, signatureFault: fields } : { parameters: fields, ...place };
}

function contextPlace(context: ts.ParameterDeclaration, own: readonly ts.ParameterDeclaration[]) {
  const name = ts.isIdentifier(context.name) && context.name.text !== "ctx" ? context.name.text : undefined;
  return { passing: "positional" as const, index: own.indexOf(context), ...(name && { name }) };
}

function besideOthers(reading: SignatureReading, pattern: ts.ParameterDeclaration): Fault {
  return {
    code: "HAFT304",
    span: spanOf(pattern),
    tool: reading.tool,
    message: `\`${reading.tool}\` takes a destructured parameter beside others, so that its arguments have no names.`,
    hint: "Give it a name and read its properties in the body, or make it the only parameter besides `ctx`.",
  };
}

function readParameter(reading: SignatureReading, fn: FunctionNode, node: ts.ParameterDeclaration): ParameterModel {
  const name = ts.isIdentifier(node.name) ? node.name.text : node.name.getText();
  const span = spanOf(node.name);
  if (node.dotDotDotToken !== undefined)
    return { name, span, passing: "positional", variadic: true, optional: true, passDefault: false };
  const comment = docCommentOf(node);
  const own = comment && readMemberComment(comment, { span });
  const tags = mergedTags(reading.entries.find((entry) => entry.name === name)?.tags, own?.tags);
  const given = parameterType(reading.source, fn, node);
  return {
    name,
    span,
    passing: "positional",
    variadic: false,
    ...typeAndDefault(reading, node, given, tags, node.initializer),
    ...(own && { description: own.text }),
  };
}
