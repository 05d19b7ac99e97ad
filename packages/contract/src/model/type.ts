// The types of both languages, as one set of frozen nodes. A language's reader makes them; the printers (JSON Schema,
// call plan) and the checks read them and know no language.

import type { ClassName, Json, RecordClass, TextClass } from "@haft/sdk/wire";
import type { Span } from "./place.ts";

/** A constraint that the author put on a type: an `Annotated` part, a `Field(…)` argument, or a tag. */
export interface Constraint {
  /** The JSON Schema keyword: `minimum`, `pattern`, `minLength`, `format`, `integer` (TypeScript's `@integer`) … Python's `min_length` is `minLength` here, whatever it fits in the end. */
  readonly keyword: string;
  /** Its value; `undefined` where what was written is malformed (`text` shows it). */
  readonly value: Json | undefined;
  /** As the author wrote it, for messages: `@minimum soon`, `ge="x"`. */
  readonly text: string;
  /** A tag: its line. Python: the parameter's name, or the field. */
  readonly span: Span;
  /** The sibling module that it stands in, if it is not the module itself: it is then reported at the parameter. */
  readonly file?: string;
}

/** A fault inside a type, reported once at the parameter that uses the type. */
export interface TypeFault {
  readonly code: "HAFT102" | "HAFT302" | "HAFT308";
  /** Where in the type, from the parameter: `.when.at[]`, or empty for the type itself. */
  readonly path: string;
  /** What was found, as the author wrote it: `Map<string, Date>`. */
  readonly found: string;
  /** What to use instead, a whole sentence. */
  readonly hint: string;
}

/** A default: a literal that is copied into the schema, or an expression that only makes the parameter optional. */
export type DefaultValue =
  | { readonly kind: "literal"; readonly value: Json; readonly text: string; readonly span: Span }
  /** `default_factory=list` and the like, with what they give, are `literal`; everything else is this (306). */
  | { readonly kind: "computed"; readonly text: string; readonly span: Span };

/** One property of a record. */
export interface Field {
  /** Its name in JSON. */
  readonly name: string;
  /** The attribute of the class, where it differs from `name` (pydantic's alias). */
  readonly attribute?: string;
  readonly type: TypeNode;
  readonly required: boolean;
  readonly default?: DefaultValue;
  readonly description?: string;
  readonly deprecated?: boolean;
  /** Taken by the constructor and not kept (`InitVar`): part of an argument, not of a result. */
  readonly argumentOnly?: boolean;
}

/**
 * One type.
 *
 * - `named` gives a declared type its name and its identity: printers put it under `$defs` where it is recursive, or a
 *   record that is referred to more than once. `declaration` is unique for each declaration (`file#Node@12`); `body` is
 *   called lazily, so that a recursive type is a finite graph. Only records and recursive types need to be wrapped.
 * - `constrained` carries constraints and a description that apply to the type it wraps; the checks push constraints
 *   down to the outermost parts that they fit.
 * - `fault` stands for a type that is not data or cannot be resolved.
 */
export type TypeNode =
  | { readonly kind: "anything" }
  | { readonly kind: "any-object" }
  | { readonly kind: "null" }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer" }
  | { readonly kind: "number" }
  | { readonly kind: "text" }
  /** Text with a shape. `format`, `pattern` and `contentEncoding` are what the schema says; `as` is the class inside, if it is one. */
  | {
      readonly kind: "shaped-text";
      readonly format?: string;
      readonly pattern?: string;
      readonly contentEncoding?: string;
      readonly as?: TextClass;
    }
  /** Choice of values written in place (a `Literal`, a literal type). Values are text, numbers, booleans or null. */
  | { readonly kind: "literal"; readonly values: readonly Json[] }
  /** An enum. `class` is absent where the inside gets the plain value (TypeScript). `numeric`: every value is a number, so that whole ones are `integer`. */
  | { readonly kind: "enum"; readonly name: string; readonly values: readonly Json[]; readonly class?: ClassName }
  | { readonly kind: "list"; readonly items: TypeNode }
  | { readonly kind: "set"; readonly items: TypeNode; readonly frozen: boolean }
  /** `minItems` of `items` are required; `rest` is the type of any further ones. A Python `tuple[A, ...]` is `items: [], rest: A`. */
  | {
      readonly kind: "tuple";
      readonly items: readonly TypeNode[];
      readonly minItems: number;
      readonly rest?: TypeNode;
    }
  | { readonly kind: "map"; readonly keys: "text" | "integer"; readonly values: TypeNode }
  | {
      readonly kind: "record";
      readonly as: RecordClass;
      readonly class?: ClassName;
      readonly fields: readonly Field[];
      readonly description?: string;
    }
  /** In source order, or sorted where the source writes none. Not yet simplified: the schema printer merges. */
  | { readonly kind: "union"; readonly members: readonly TypeNode[] }
  | {
      readonly kind: "named";
      readonly name: string;
      readonly declaration: string;
      readonly body: () => TypeNode;
    }
  | {
      readonly kind: "constrained";
      readonly type: TypeNode;
      readonly constraints: readonly Constraint[];
      readonly description?: string;
    }
  /** What a yield helper gives, in a return type only: left out of the output schema. */
  | { readonly kind: "wait" }
  /** `inside`: the step to the part that is at fault, where the type has no node for it: `{key}` of a map. */
  | { readonly kind: "fault"; readonly fault: Omit<TypeFault, "path">; readonly inside?: string };
