// What the reading of one module's types carries along: where names are looked up, what type variables stand for, and
// what has been read already.

import type { Span } from "../../model/place.ts";
import type { TypeNode } from "../../model/type.ts";
import type { Scope } from "../names/module-scope.ts";
import type { ExpressionNode } from "../syntax/expression-nodes.ts";

/** Where a type is read. */
export interface TypeContext {
  /** Where its names are looked up. */
  readonly scope: Scope;
  /** What type variables stand for here. */
  readonly variables: ReadonlyMap<string, TypeNode>;
  /** The parameter or field that constraints belong to. */
  readonly at: Span;
  /** The class that `Self` stands for. */
  readonly self?: TypeNode;
  /** Set in a return type, where what a yield helper gives may stand beside the result. */
  readonly isReturned?: boolean;
  readonly reading: TypeReading;
}

/** An alias that is being read, or has been. */
export interface AliasInProgress {
  isRecursive: boolean;
  body: TypeNode | undefined;
}

/** The state of reading one module's types. */
export interface TypeReading {
  /** Reads an expression as a type. Files that are part of it call it through here, so that none imports another in a circle. */
  typeOf(node: ExpressionNode, context: TypeContext): TypeNode;
  /** Aliases and generic classes that are being read: meeting one again means that it is recursive. */
  readonly inProgress: Map<string, AliasInProgress>;
  /** Records by declaration. */
  readonly records: Map<string, TypeNode>;
  /** How many more types may be read: what multiplies without end is cut off. */
  budget: number;
}

/** Types of one module that may be read before reading gives up. */
const MOST_TYPES = 20_000;

/** A fresh state. */
export function typeReading(typeOf: TypeReading["typeOf"]): TypeReading {
  return { typeOf, inProgress: new Map(), records: new Map(), budget: MOST_TYPES };
}
