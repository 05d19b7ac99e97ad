// The parameters of a tool: what the model supplies, and where `ctx` goes.

import type { FunctionModel, ParameterModel } from "../../model/function.ts";
import type { DefaultValue, TypeNode } from "../../model/type.ts";
import { defaultOf } from "../literals/known-values.ts";
import { haftName } from "../names/injected-names.ts";
import { fullNameOf } from "../names/origins.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import { spanOf } from "../syntax/source-text.ts";
import type { FunctionNode, ParameterNode } from "../syntax/statement-nodes.ts";
import { constrained } from "../types/annotated.ts";
import { annotationMetadata, withoutText } from "../types/annotations.ts";
import { type FieldCall, fieldCall } from "../types/field-call.ts";
import type { TypeContext } from "../types/type-context.ts";
import { notData } from "../types/type-faults.ts";

/** The parameters of a function with its context. */
export interface Signature {
  readonly parameters: readonly ParameterModel[];
  readonly context: NonNullable<FunctionModel["context"]> | undefined;
}

/** Reads the parameters of a tool. */
export function signatureOf(node: FunctionNode, types: TypeContext): Signature {
  const parameters = node.parameters.filter((one) => !isContext(one)).map((one) => parameterModel(one, types));
  const at = node.parameters.findIndex(isContext);
  const found = node.parameters[at];
  const passing = found?.passing === "only-place" ? ("positional" as const) : ("keyword" as const);
  return {
    parameters: Object.freeze(parameters),
    context: found === undefined ? undefined : Object.freeze({ passing, index: at }),
  };
}

/** `ctx` is injected whatever its annotation and default; `*ctx` is a variadic parameter like any other. */
function isContext(parameter: ParameterNode): boolean {
  return parameter.name === "ctx" && !isVariadic(parameter);
}

function isVariadic({ passing }: ParameterNode): boolean {
  return passing === "rest" || passing === "rest-names";
}

function parameterModel(node: ParameterNode, context: TypeContext): ParameterModel {
  const span = nameSpan(node);
  const about = {
    name: node.name,
    span,
    passing: node.passing === "only-place" ? ("positional" as const) : ("keyword" as const),
    optional: false,
  };
  if (isVariadic(node)) return Object.freeze({ ...about, variadic: true, passDefault: false });
  const inside: TypeContext = { ...context, at: span };
  const field = fieldCall(node.default, inside);
  const metadata = node.annotation === undefined ? undefined : annotationMetadata(node.annotation, inside);
  const { type, description } = typeOfParameter(node, field, inside);
  const plain = field === undefined && node.default !== undefined ? defaultOf(node.default, context.scope) : undefined;
  const declared =
    field?.default ?? (node.default === undefined || field !== undefined ? metadata?.default : undefined);
  const text = field?.description ?? description;
  return Object.freeze({
    ...about,
    variadic: false,
    ...(type === undefined ? {} : { type }),
    ...defaultWith(plain ?? declared),
    passDefault: plain === undefined && declared !== undefined,
    ...(text === undefined ? {} : { description: text }),
    ...(field?.deprecated === true || metadata?.deprecated === true ? { deprecated: true } : {}),
  });
}

function defaultWith(value: DefaultValue | undefined): { readonly default?: DefaultValue } {
  return value === undefined ? {} : { default: value };
}

/** The type with the constraints of a `Field(…)` default, and the text that stands on it. */
function typeOfParameter(
  node: ParameterNode,
  field: FieldCall | undefined,
  context: TypeContext,
): { readonly type: TypeNode | undefined; readonly description: string | undefined } {
  if (node.annotation === undefined) return { type: undefined, description: undefined };
  if (isToolContext(node.annotation, context)) {
    const type = notData(
      "ToolContext",
      `Name the parameter \`ctx\` instead of \`${node.name}\`: that name is what the context is passed under.`,
    );
    return { type, description: undefined };
  }
  const { type, description } = withoutText(context.reading.typeOf(node.annotation, context));
  return { type: constrained(type, field?.constraints ?? [], undefined), description };
}

/** `ToolContext`, also in quotes, and also where `None` is admitted. */
function isToolContext(node: ExpressionNode, context: TypeContext): boolean {
  if (node.kind === "text") return node.quoted !== undefined && isToolContext(node.quoted, context);
  if (node.kind === "chain") return node.operands.some((one) => isToolContext(one, context));
  if (node.kind === "subscript" && fullNameOf(node.value, context.scope) === "typing.Optional")
    return isToolContext(node.index, context);
  return haftName(fullNameOf(node, context.scope) ?? "")?.name === "ToolContext";
}

/** The place of a parameter's name, without its annotation. */
export function nameSpan(node: ParameterNode): ParameterModel["span"] {
  const span = spanOf(node.place);
  return Object.freeze({ ...span, endLine: span.line, endColumn: span.column + node.name.length });
}
