// Decorated functions that are no tools because they are not at module level (HAFT103).

import type { Fault } from "../../model/function.ts";
import type { ModuleScope, Scope } from "../names/module-scope.ts";
import { spanOf } from "../syntax/source-text.ts";
import type { FunctionNode, InnerDefinition, StatementNode } from "../syntax/statement-nodes.ts";
import { type HaftDecorator, haftDecorators } from "./decorators.ts";
import { defSpan } from "./tools.ts";

/** The faults of all decorated functions inside classes, functions and compound statements. */
export function innerTools(statements: readonly StatementNode[], scope: ModuleScope): readonly Fault[] {
  const faults: Fault[] = [];
  visit(statements, "", scope, faults);
  return faults;
}

/** `where` is empty at module level. */
function visit(statements: readonly StatementNode[], where: string, scope: Scope, faults: Fault[]): void {
  for (const node of statements) {
    if (node.kind === "block")
      visit(node.statements, where === "" ? "under a condition or loop" : where, scope, faults);
    else if (node.kind === "class") visit(node.statements, `inside the class \`${node.name}\``, scope, faults);
    else if (node.kind === "function") {
      if (where !== "") faults.push(...faultsOf(node, defSpan(node), where, scope));
      for (const inner of node.body.inner)
        if (inner.kind === "function")
          faults.push(
            ...faultsOf(inner, Object.freeze(spanOf(inner.place)), `inside the function \`${node.name}\``, scope),
          );
    }
  }
}

/** One fault, or none where the function has no decorator of Haft's. */
function faultsOf(
  { name, decorators }: FunctionNode | InnerDefinition,
  span: Fault["span"],
  where: string,
  scope: Scope,
): readonly Fault[] {
  const [first] = haftDecorators(decorators, scope);
  return first === undefined ? [] : [fault(name, first.kind, span, where)];
}

function fault(name: string, kind: HaftDecorator["kind"], span: Fault["span"], where: string): Fault {
  const what = kind === "tool" ? "a tool" : "a companion";
  return Object.freeze({
    code: "HAFT103",
    span,
    message: `\`${name}\` is decorated as ${what} but stands ${where}, where it is not registered`,
    hint: `move \`def ${name}(…)\` to the top level of the file, without indentation, or take its decorator away`,
    tool: name,
  });
}
