// Decorated functions that are no tools because they are not at module level (HAFT103).

import type { Fault } from "../../model/function.ts";
import type { ModuleScope, Scope } from "../names/module-scope.ts";
import { spanOf } from "../syntax/source-text.ts";
import type { FunctionNode, InnerDefinition, StatementNode } from "../syntax/statement-nodes.ts";
import { haftDecorators } from "./decorators.ts";
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
      if (where !== "" && isDecorated(node, scope)) faults.push(fault(node.name, defSpan(node), where));
      for (const inner of node.body.inner)
        if (inner.kind === "function" && isDecorated(inner, scope))
          faults.push(fault(inner.name, Object.freeze(spanOf(inner.place)), `inside the function \`${node.name}\``));
    }
  }
}

function isDecorated(node: FunctionNode | InnerDefinition, scope: Scope): boolean {
  return haftDecorators(node.decorators, scope).length > 0;
}

function fault(name: string, span: Fault["span"], where: string): Fault {
  return Object.freeze({
    code: "HAFT103",
    span,
    message: `\`${name}\` is decorated as a tool but stands ${where}, where it is not registered`,
    hint: `move \`def ${name}(…)\` to the top level of the file, without indentation, or take its decorator away`,
    tool: name,
  });
}
