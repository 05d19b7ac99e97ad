// What the printers of single kinds of node share: drafts, and the printing that they are part of.

import type { Language } from "../descriptor/tool-descriptor.ts";
import type { Constraint, DefaultValue, TypeNode } from "../model/type.ts";

/** A schema that is still being printed. References inside it name declarations, not yet definitions. */
export type Draft = Record<string, unknown>;

/** The node that gives a declared type its name. */
export type NamedType = Extract<TypeNode, { kind: "named" }>;

/** A type with constraints around it. */
export type ConstrainedType = Extract<TypeNode, { kind: "constrained" }>;

/** A default found in a record, to be checked against its property's schema once that is whole. */
export interface PendingDefault {
  readonly draft: Draft;
  readonly default: Extract<DefaultValue, { kind: "literal" }>;
  readonly path: string;
}

/** Something that printing noticed; the checks make diagnostics of it. `path` is where, from the root: `.when.at[]`. */
export type SchemaProblem =
  | { readonly kind: "constraint"; readonly constraint: Constraint; readonly why: string; readonly path: string }
  | { readonly kind: "null-default"; readonly path: string };

/** One printing of one schema. */
export interface Printing {
  readonly language: Language;
  /** Whether it is a result that is described, without what only arguments have. */
  readonly isResult: boolean;
  /** Where in the type the printing is. */
  readonly path: string;
  /** Prints a part. `step` is how it is reached: `.name`, `[]`, `[0]`, `{}`, or empty. Throws `TypeTooLarge`. */
  print(type: TypeNode, step?: string): Draft;
  /** A reference to a declared type, which is printed once. */
  refer(named: NamedType): Draft;
  /** The declaration that a draft refers to, if it is a reference. */
  declarationOf(draft: Draft): string | undefined;
  /** The constraints of a type that are well formed and fit a part of it; the others are reported. */
  soundConstraints(type: ConstrainedType): readonly Constraint[];
  report(problem: SchemaProblem): void;
  expectDefault(pending: PendingDefault): void;
}

/** Puts a description on a draft, unless it has one that is nearer. */
export function describeDraft(draft: Draft, description: string | undefined): Draft {
  if (description !== undefined && description !== "" && draft.description === undefined)
    draft.description = description;
  return draft;
}
