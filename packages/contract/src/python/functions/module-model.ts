// Everything that one module declares: tools, companions, and what is wrong in Python's own way.

import type { FunctionModel, ModuleModel, ResumesModel } from "../../model/function.ts";
import { importedModules } from "../names/imported-siblings.ts";
import type { ModuleScope } from "../names/module-scope.ts";
import type { FunctionNode } from "../syntax/statement-nodes.ts";
import { type TypeContext, typeReading } from "../types/type-context.ts";
import { typeOf } from "../types/type-node.ts";
import { resumesModel } from "./companions.ts";
import { haftDecorators, isOverload } from "./decorators.ts";
import { innerTools } from "./inner-tools.ts";
import { toolModel } from "./tools.ts";

/** The declarations of a parsed module. */
export function moduleModel(scope: ModuleScope): ModuleModel {
  const functions = scope.node.statements.filter((node): node is FunctionNode => node.kind === "function");
  const isPlnt = importedModules(scope.node).has("plnt");
  const types: TypeContext = {
    scope,
    variables: new Map(),
    at: { line: 1, column: 1, endLine: 1, endColumn: 1 },
    reading: typeReading(typeOf),
  };
  const lines = new Map(functions.map((node) => [node.name, node.place.line]));
  const overloads = new Map<string, FunctionNode>();
  const tools: FunctionModel[] = [];
  const resumes: ResumesModel[] = [];
  for (const node of functions) {
    if (isOverload(node.decorators, scope)) {
      if (!overloads.has(node.name)) overloads.set(node.name, node);
      continue;
    }
    const decorators = haftDecorators(node.decorators, scope);
    const decorator = decorators.find(({ kind }) => kind === "tool");
    if (decorator !== undefined) {
      const form = decorator.from === "plnt" || (decorator.from === "injected" && isPlnt) ? "plnt" : "strict";
      tools.push(toolModel(node, { decorator, form, overload: overloads.get(node.name) }, scope, types));
    }
    for (const one of decorators)
      if (one.kind === "resumes") resumes.push(resumesModel(node, one, (name) => lines.get(name), scope, types));
  }
  return Object.freeze({
    tools: Object.freeze(tools),
    resumes: Object.freeze(resumes),
    strayOptions: Object.freeze([]),
    faults: Object.freeze(innerTools(scope.node.statements, scope)),
    names: Object.freeze([...new Set(functions.map(({ name }) => name))]),
  });
}
