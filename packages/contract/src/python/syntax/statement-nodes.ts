// The statements of a module or class body, with function bodies only sketched.

import type { ExpressionNode, KeywordNode, TextNode } from "./expression-nodes.ts";
import type { Place, SourceText } from "./source-text.ts";

/** A parsed module. */
export interface ModuleNode {
  readonly source: SourceText;
  readonly statements: readonly StatementNode[];
}

/** How a parameter is passed, in Python's words: `/`, plain, `*x`, after `*`, `**x`. */
export type Passing = "only-place" | "any" | "rest" | "only-name" | "rest-names";

/** One parameter of a function. */
export interface ParameterNode {
  readonly name: string;
  readonly passing: Passing;
  readonly annotation: ExpressionNode | undefined;
  readonly default: ExpressionNode | undefined;
  /** The name and its annotation. */
  readonly place: Place;
}

/** A PEP 695 type parameter. */
export interface TypeParameterNode {
  readonly kind: string;
  readonly name: string;
  readonly bound: ExpressionNode | undefined;
}

/** A call in a function's own body, of something that has a name. */
export interface BodyCall {
  /** `ask_user`, `ctx.ask_user`. */
  readonly callee: string;
  /** Nothing takes its value. */
  readonly dropped: boolean;
  readonly place: Place;
}

/** A decorated definition inside a function. */
export interface InnerDefinition {
  readonly kind: "function" | "class";
  readonly name: string;
  readonly decorators: readonly ExpressionNode[];
  readonly place: Place;
}

/** What is known of a function's body. */
export interface BodySketch {
  readonly isGenerator: boolean;
  readonly calls: readonly BodyCall[];
  readonly imports: readonly (ImportNode | ImportFromNode)[];
  readonly inner: readonly InnerDefinition[];
  /** Names that the body binds. */
  readonly bound: readonly string[];
  /** Names that it declares `global` or `nonlocal`. */
  readonly globals: readonly string[];
}

export interface FunctionNode {
  readonly kind: "function";
  readonly name: string;
  readonly isAsync: boolean;
  readonly decorators: readonly ExpressionNode[];
  readonly parameters: readonly ParameterNode[];
  readonly returns: ExpressionNode | undefined;
  readonly doc: TextNode | undefined;
  readonly body: BodySketch;
  readonly typeParameters: readonly TypeParameterNode[];
  readonly place: Place;
}

export interface ClassNode {
  readonly kind: "class";
  readonly name: string;
  readonly bases: readonly ExpressionNode[];
  readonly keywords: readonly KeywordNode[];
  readonly decorators: readonly ExpressionNode[];
  readonly statements: readonly StatementNode[];
  readonly typeParameters: readonly TypeParameterNode[];
  readonly place: Place;
}

export interface AssignNode {
  readonly kind: "assign";
  readonly targets: readonly ExpressionNode[];
  readonly value: ExpressionNode;
  readonly place: Place;
}

export interface AnnotatedAssignNode {
  readonly kind: "annotated-assign";
  readonly target: ExpressionNode;
  readonly annotation: ExpressionNode;
  readonly value: ExpressionNode | undefined;
  readonly place: Place;
}

/** PEP 695's `type X = …`. */
export interface TypeAliasNode {
  readonly kind: "type-alias";
  readonly name: string;
  readonly value: ExpressionNode;
  readonly typeParameters: readonly TypeParameterNode[];
  readonly place: Place;
}

/** One name of an import, and the name it is bound to where that differs. */
export interface ImportedName {
  readonly name: string;
  readonly as: string | undefined;
}

export interface ImportNode {
  readonly kind: "import";
  readonly modules: readonly ImportedName[];
  readonly place: Place;
}

export interface ImportFromNode {
  readonly kind: "import-from";
  /** Absent in `from . import x`. */
  readonly module: string | undefined;
  /** How many dots. */
  readonly level: number;
  readonly names: readonly ImportedName[];
  readonly place: Place;
}

/** A statement that binds or unbinds names in a way that gives them no single value: `x += 1`, `del x`. */
export interface RebindNode {
  readonly kind: "rebind";
  readonly names: readonly string[];
  readonly place: Place;
}

/** `if`, `try`, `for`, `while`, `with`, `match`, with the statements of all their branches. */
export interface BlockNode {
  readonly kind: "block";
  readonly names: readonly string[];
  readonly statements: readonly StatementNode[];
  readonly place: Place;
}

/** A statement that is nothing but a text: a docstring, or what is said of the field above. */
export interface TextStatementNode {
  readonly kind: "text-statement";
  readonly text: TextNode;
  readonly place: Place;
}

/** One statement that matters. */
export type StatementNode =
  | FunctionNode
  | ClassNode
  | AssignNode
  | AnnotatedAssignNode
  | TypeAliasNode
  | ImportNode
  | ImportFromNode
  | RebindNode
  | BlockNode
  | TextStatementNode;
