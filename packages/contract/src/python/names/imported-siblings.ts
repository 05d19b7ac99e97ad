// Which modules of the folder a module imports, directly or through others.

import type { ModuleNode, StatementNode } from "../syntax/statement-nodes.ts";

/** The names of modules that a module's imports may mean, at module level and inside functions and classes. */
export function importedModules(node: ModuleNode): ReadonlySet<string> {
  const names = new Set<string>();
  collect(node.statements, names);
  return names;
}

function collect(statements: readonly StatementNode[], names: Set<string>): void {
  for (const node of statements) {
    switch (node.kind) {
      case "import":
        for (const { name } of node.modules) names.add(name.split(".")[0] ?? name);
        break;
      case "import-from":
        if (node.level > 1) break;
        if (node.module !== undefined) names.add(node.module.split(".")[0] ?? node.module);
        else for (const { name } of node.names) names.add(name);
        break;
      case "function":
        collect(node.body.imports, names);
        break;
      case "class":
      case "block":
        collect(node.statements, names);
        break;
      default:
        break;
    }
  }
}
