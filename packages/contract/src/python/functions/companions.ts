// A function decorated `@resumes(…)` as the companion of a tool.

import type { ResumesModel } from "../../model/function.ts";
import type { ModuleScope } from "../names/module-scope.ts";
import { spanOf } from "../syntax/source-text.ts";
import type { FunctionNode } from "../syntax/statement-nodes.ts";
import type { TypeContext } from "../types/type-context.ts";
import { typeParametersOfFunction } from "../types/type-parameters.ts";
import type { HaftDecorator } from "./decorators.ts";
import { helperCalls } from "./helper-calls.ts";
import { optionsOf } from "./options.ts";
import { returnType } from "./return-type.ts";
import { defSpan } from "./tools.ts";

/** The `resumes` that a decorator is. */
export function resumesModel(
  node: FunctionNode,
  decorator: HaftDecorator,
  /** The line of a module's function, by name; the last definition counts. */
  lineOf: (name: string) => number | undefined,
  scope: ModuleScope,
  types: TypeContext,
): ResumesModel {
  const [first] = decorator.call?.arguments ?? [];
  const target = first?.kind === "name" ? first.name : undefined;
  const line = target === undefined ? undefined : lineOf(target);
  const context: TypeContext = { ...types, variables: typeParametersOfFunction(node, scope, types) };
  const returns = returnType(node, context);
  const parameterFault = faultOf(node);
  return Object.freeze({
    span: Object.freeze(spanOf(decorator.place)),
    ...(target === undefined ? {} : { target }),
    aboveTarget: line !== undefined && line > node.place.line,
    options: optionsOf(decorator.call, target === undefined ? 0 : 1),
    companion: Object.freeze({
      name: node.name,
      span: defSpan(node),
      isAsync: node.isAsync,
      parameters: Object.freeze(node.parameters.map(({ name }) => name)),
      ...(parameterFault === undefined ? {} : { parameterFault }),
      takesContext: node.parameters.some(({ name }) => name === "ctx"),
      ...(returns === undefined ? {} : { returns }),
      helperCalls: helperCalls(node, scope),
    }),
  });
}

/** A companion is called with `payload` and `meta` by place and `ctx` by name: exactly these names, and no others. */
function faultOf(node: FunctionNode): string | undefined {
  const variadic = node.parameters.find(({ passing }) => passing === "rest" || passing === "rest-names");
  if (variadic !== undefined) {
    const stars = variadic.passing === "rest" ? "*" : "**";
    return `takes \`${stars}${variadic.name}\``;
  }
  const names = node.parameters.map(({ name }) => name);
  const others = names.filter((name) => name !== "ctx");
  if (others[0] === "payload" && others[1] === "meta" && others.length === 2) return undefined;
  return names.length === 0 ? "takes no parameters" : `takes \`(${names.join(", ")})\``;
}
