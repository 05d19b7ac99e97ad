// The expressions of a module that matter to a contract: names, types, literals, calls. Everything else is `other`.

import type { Place } from "./source-text.ts";

/** `Some.name` of a call, `name=value`; `name` is absent for `**value`. */
export interface KeywordNode {
  readonly name: string | undefined;
  readonly value: ExpressionNode;
  readonly place: Place;
}

/** What a constant is. `big`: a whole number beyond 2^53, or an infinite one. */
export type ConstantNode =
  /** `quoted` is the expression that the text holds where it may stand for a type. */
  | { readonly kind: "text"; readonly value: string; readonly quoted?: ExpressionNode; readonly place: Place }
  | { readonly kind: "boolean"; readonly value: boolean; readonly place: Place }
  | { readonly kind: "whole" | "decimal"; readonly value: number; readonly place: Place }
  | { readonly kind: "big"; readonly place: Place }
  | { readonly kind: "none"; readonly place: Place }
  | { readonly kind: "ellipsis"; readonly place: Place };

/** One expression. */
export type ExpressionNode =
  | ConstantNode
  | { readonly kind: "name"; readonly name: string; readonly place: Place }
  | { readonly kind: "attribute"; readonly value: ExpressionNode; readonly name: string; readonly place: Place }
  | {
      readonly kind: "subscript";
      readonly value: ExpressionNode;
      readonly index: ExpressionNode;
      readonly place: Place;
    }
  | { readonly kind: "tuple" | "list" | "set"; readonly items: readonly ExpressionNode[]; readonly place: Place }
  | {
      readonly kind: "dict";
      /** `key` is absent for `**value`. */
      readonly entries: readonly { readonly key: ExpressionNode | undefined; readonly value: ExpressionNode }[];
      readonly place: Place;
    }
  | {
      /** `a + b + c`: at least two operands, taken from left to right. */
      readonly kind: "chain";
      /** As Python's `ast` names it: `Add`, `BitOr`. */
      readonly operator: string;
      readonly operands: readonly ExpressionNode[];
      readonly place: Place;
    }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: ExpressionNode; readonly place: Place }
  | {
      readonly kind: "call";
      readonly callee: ExpressionNode;
      readonly arguments: readonly ExpressionNode[];
      readonly keywords: readonly KeywordNode[];
      readonly place: Place;
    }
  | { readonly kind: "starred"; readonly value: ExpressionNode; readonly place: Place }
  /** Anything else; `what` is its name in Python's grammar. */
  | { readonly kind: "other"; readonly what: string; readonly place: Place }
  /** Nested too deep or with too many parts to be looked into. */
  | { readonly kind: "too-large"; readonly place: Place };

/** A text constant. */
export type TextNode = Extract<ExpressionNode, { kind: "text" }>;
/** A call. */
export type CallNode = Extract<ExpressionNode, { kind: "call" }>;
