// What the names of one body (a module's, a class's) are bound to, in source order.

import type { ExpressionNode } from "../syntax/expression-nodes.ts";
import type {
  AnnotatedAssignNode,
  AssignNode,
  ClassNode,
  FunctionNode,
  ImportFromNode,
  ImportNode,
  StatementNode,
  TypeAliasNode,
} from "../syntax/statement-nodes.ts";

/** One binding of a name. */
export type Binding =
  /** `import a.b as x` binds a module; `import a.b` binds `a`. */
  | { readonly kind: "module"; readonly module: string; readonly level: number }
  | { readonly kind: "from"; readonly module: string; readonly level: number; readonly name: string }
  | { readonly kind: "class"; readonly node: ClassNode }
  | { readonly kind: "function"; readonly node: FunctionNode }
  | { readonly kind: "value"; readonly node: AssignNode | AnnotatedAssignNode; readonly value: ExpressionNode }
  | { readonly kind: "alias"; readonly node: TypeAliasNode }
  /** Bound to something that reading cannot know: a loop variable, part of a tuple, `x += 1`. */
  | { readonly kind: "opaque" };

/** The names of one body. */
export interface Bindings {
  readonly names: ReadonlyMap<string, readonly Binding[]>;
  /** The modules of `from m import *`, in order. */
  readonly stars: readonly { readonly module: string; readonly level: number }[];
  /** The bindings that stand under `if`, `try` and the like. */
  readonly conditional: ReadonlySet<Binding>;
}

/** Collects what statements bind, those under `if`, `try` and the like included. */
export function bindingsOf(statements: readonly StatementNode[]): Bindings {
  const names = new Map<string, Binding[]>();
  const stars: Stars = [];
  const conditional = new Set<Binding>();
  const bind: Bind = (name, binding) => {
    const known = names.get(name);
    if (known === undefined) names.set(name, [binding]);
    else known.push(binding);
  };
  const bindUnderCondition: Bind = (name, binding) => {
    conditional.add(binding);
    bind(name, binding);
  };
  const collect = (nodes: readonly StatementNode[], isConditional: boolean): void => {
    for (const node of nodes) {
      bindStatement(node, isConditional ? bindUnderCondition : bind, stars);
      if (node.kind === "block") collect(node.statements, true);
    }
  };
  collect(statements, false);
  return { names, stars, conditional };
}

type Bind = (name: string, binding: Binding) => void;
type Stars = { readonly module: string; readonly level: number }[];
const OPAQUE: Binding = Object.freeze({ kind: "opaque" });

function bindStatement(node: StatementNode, bind: Bind, stars: Stars): void {
  switch (node.kind) {
    case "import":
      bindImport(node, bind);
      break;
    case "import-from":
      bindImportFrom(node, bind, stars);
      break;
    case "class":
      bind(node.name, { kind: "class", node });
      break;
    case "function":
      bind(node.name, { kind: "function", node });
      for (const name of node.body.globals) bind(name, OPAQUE);
      break;
    case "assign":
      for (const target of node.targets) bindTarget(target, { kind: "value", node, value: node.value }, bind);
      break;
    case "annotated-assign":
      if (node.value !== undefined) bindTarget(node.target, { kind: "value", node, value: node.value }, bind);
      break;
    case "type-alias":
      bind(node.name, { kind: "alias", node });
      break;
    case "rebind":
    case "block":
      for (const name of node.names) bind(name, OPAQUE);
      break;
    case "text-statement":
      break;
  }
}

/** What the imports in a function's body bind there. */
export function localImports(imports: readonly (ImportNode | ImportFromNode)[]): ReadonlyMap<string, Binding> {
  const names = new Map<string, Binding>();
  const bind: Bind = (name, binding) => void names.set(name, binding);
  for (const node of imports) {
    if (node.kind === "import") bindImport(node, bind);
    else bindImportFrom(node, bind, []);
  }
  return names;
}

function bindImport(node: ImportNode, bind: Bind): void {
  for (const { name, as } of node.modules) {
    const root = name.split(".")[0] ?? name;
    bind(as ?? root, { kind: "module", module: as === undefined ? root : name, level: 0 });
  }
}

function bindImportFrom(node: ImportFromNode, bind: Bind, stars: Stars): void {
  const module = node.module ?? "";
  for (const { name, as } of node.names) {
    if (name === "*") stars.push({ module, level: node.level });
    else bind(as ?? name, { kind: "from", module, level: node.level, name });
  }
}

function bindTarget(target: ExpressionNode, binding: Binding, bind: Bind): void {
  if (target.kind === "name") bind(target.name, binding);
  else if (target.kind === "starred") bindTarget(target.value, OPAQUE, bind);
  else if (target.kind === "tuple" || target.kind === "list")
    for (const item of target.items) bindTarget(item, OPAQUE, bind);
}
