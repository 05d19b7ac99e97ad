// One module of the folder with its names: the module that is read, or a sibling.

import type { ClassNode, ModuleNode } from "../syntax/statement-nodes.ts";
import { type Binding, type Bindings, bindingsOf } from "./bindings.ts";

/** A module, its names, and the siblings that it can import. */
export interface ModuleScope {
  readonly kind: "module";
  /** The name under which it is imported; absent for the module that is read. */
  readonly name: string | undefined;
  /** The file, for messages and identities. */
  readonly file: string;
  readonly node: ModuleNode;
  readonly bindings: Bindings;
  readonly siblings: Siblings;
}

/** The body of a class, as the scope of what is declared in it. */
export interface ClassScope {
  readonly kind: "class";
  readonly node: ClassNode;
  /** The dotted name inside its module. */
  readonly path: string;
  readonly bindings: Bindings;
  readonly parent: Scope;
}

/** Where names are looked up. */
export type Scope = ModuleScope | ClassScope;

/** The modules of the folder by name. A sibling that does not parse is there without a scope. */
export interface Siblings {
  get(name: string): { readonly file: string; readonly scope: ModuleScope | undefined } | undefined;
  readonly names: readonly string[];
}

/** Makes the scope of a parsed module. */
export function moduleScope(
  node: ModuleNode,
  about: { readonly name: string | undefined; readonly file: string; readonly siblings: Siblings },
): ModuleScope {
  return Object.freeze({ kind: "module", ...about, node, bindings: bindingsOf(node.statements) });
}

const classScopes = new WeakMap<ClassNode, ClassScope>();

/** The scope of a class's body. The same node always has the same scope, so that it can be compared. */
export function classScope(node: ClassNode, parent: Scope): ClassScope {
  const known = classScopes.get(node);
  if (known !== undefined && known.parent === parent) return known;
  const path = parent.kind === "class" ? `${parent.path}.${node.name}` : node.name;
  const scope: ClassScope = Object.freeze({
    kind: "class",
    node,
    path,
    bindings: bindingsOf(node.statements),
    parent,
  });
  classScopes.set(node, scope);
  return scope;
}

/** The module that a scope lies in. */
export function moduleOf(scope: Scope): ModuleScope {
  return scope.kind === "module" ? scope : moduleOf(scope.parent);
}

/** The bindings of a name in one scope, without its parents. */
export function bindingsIn(scope: Scope, name: string): readonly Binding[] {
  return scope.bindings.names.get(name) ?? [];
}
