// A decorated function as a tool.

import type { Fault, FunctionModel } from "../../model/function.ts";
import type { Span } from "../../model/place.ts";
import { docModel } from "../docstrings/docstring.ts";
import type { ModuleScope } from "../names/module-scope.ts";
import { spanOf } from "../syntax/source-text.ts";
import type { FunctionNode } from "../syntax/statement-nodes.ts";
import type { TypeContext } from "../types/type-context.ts";
import { typeParametersOfFunction } from "../types/type-parameters.ts";
import type { HaftDecorator } from "./decorators.ts";
import { helperCalls } from "./helper-calls.ts";
import { optionsOf } from "./options.ts";
import { signatureOf } from "./parameters.ts";
import { returnType } from "./return-type.ts";

/** What is known of a tool from outside its own function. */
export interface ToolSetting {
  readonly decorator: HaftDecorator;
  readonly form: "strict" | "plnt";
  /** The first of several overloads, if there are any. */
  readonly overload: FunctionNode | undefined;
}

/** The tool that a function is. */
export function toolModel(
  node: FunctionNode,
  setting: ToolSetting,
  scope: ModuleScope,
  types: TypeContext,
): FunctionModel {
  const context: TypeContext = { ...types, variables: typeParametersOfFunction(node, scope, types) };
  const signatureFault = faultOf(node, setting.overload);
  const { parameters, context: ctx } = signatureOf(node, context);
  const returns = returnType(node, context);
  return Object.freeze({
    name: node.name,
    toolName: node.name,
    span: defSpan(setting.overload ?? node),
    endLine: node.place.endLine,
    isAsync: node.isAsync,
    form: setting.form,
    options: optionsOf(setting.decorator.call),
    ...(node.doc === undefined ? {} : { doc: docModel(node.doc) }),
    parameters,
    ...(ctx === undefined ? {} : { context: ctx }),
    ...(returns === undefined ? {} : { returns }),
    helperCalls: helperCalls(node, scope),
    ...(signatureFault === undefined ? {} : { signatureFault }),
  });
}

function faultOf(node: FunctionNode, overload: FunctionNode | undefined): Fault | undefined {
  if (overload !== undefined)
    return Object.freeze({
      code: "HAFT304",
      span: defSpan(overload),
      message: `\`${node.name}\` has several signatures (\`@overload\`), and a tool has one schema`,
      hint: `delete the overloads of \`${node.name}\` and write the alternatives as unions: \`x: int | str\``,
      tool: node.name,
    });
  if (!node.body.isGenerator) return undefined;
  return Object.freeze({
    code: "HAFT304",
    span: defSpan(node),
    message: `\`${node.name}\` is a generator (it contains \`yield\`), and a tool gives one result`,
    hint: `collect the values in a list and \`return\` it; to tell how far it is, call \`ctx.progress(…)\``,
    tool: node.name,
  });
}

/** From `def` (or `async`) to the end of the name. */
export function defSpan(node: FunctionNode): Span {
  const { place, name } = node;
  const span = spanOf(place);
  const line = place.source.line(span.line);
  const at = line.indexOf(name, span.column - 1 + (node.isAsync ? "async def ".length : "def ".length) - 1);
  const endColumn = at < 0 ? line.trimEnd().length + 1 : at + name.length + 1;
  return Object.freeze({ line: span.line, column: span.column, endLine: span.line, endColumn });
}
