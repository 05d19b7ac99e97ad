// Under which name a class is found when its module has been loaded, and what tells its declaration from others.

import type { ClassName } from "@haft/sdk/wire";
import { moduleOf, type Scope } from "../names/module-scope.ts";
import type { ClassNode } from "../syntax/statement-nodes.ts";

/** Module (absent: the tool's own) and dotted name of a class declared in a scope. */
export function className(node: { readonly name: string }, scope: Scope): ClassName {
  const module = moduleOf(scope).name;
  const name = scope.kind === "class" ? `${scope.path}.${node.name}` : node.name;
  return Object.freeze(module === undefined ? { name } : { module, name });
}

/** Unique for each declaration: `file#Name@line`. */
export function declarationOf(node: Pick<ClassNode, "name" | "place">, scope: Scope): string {
  return `${moduleOf(scope).file}#${className(node, scope).name}@${node.place.line}`;
}
