// How a value is converted between JSON and what the author's annotation says: the plan that the contract reader
// makes and the process inside follows, so that nothing inside ever evaluates an annotation.

import type { Json } from "./json.ts";

/** Where a class of the author's is found when the module has been loaded: module (absent: the tool's own) and dotted name. */
export interface ClassName {
  readonly module?: string;
  readonly name: string;
}

/** Text that stands for a value of another class. Python classes, then TypeScript ones. */
export type TextClass =
  | "datetime"
  | "date"
  | "time"
  | "timedelta"
  | "uuid"
  | "decimal"
  | "path"
  | "bytes"
  | "ipv4"
  | "ipv6"
  | "Date"
  | "URL";

/** One property of a record: `name` in JSON, `attribute` in the class where the two differ (a pydantic alias). */
export interface FieldShape {
  readonly name: string;
  readonly attribute?: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** Taken by the class and not kept: no part of a result. */
  readonly argumentOnly?: true;
}

/** What a record becomes inside. `object` is a plain object or dict (a TypedDict, every TypeScript record). */
export type RecordClass = "object" | "dataclass" | "namedtuple" | "pydantic";

/**
 * One node of a conversion plan. In a union the first member whose shape fits the JSON value is taken; `any` leaves
 * the value as it is. `ref` names an entry of the plan's `definitions`.
 */
export type Shape =
  | { readonly kind: "any" }
  | { readonly kind: "null" }
  | { readonly kind: "boolean" }
  | { readonly kind: "integer" }
  | { readonly kind: "number" }
  | { readonly kind: "text" }
  | { readonly kind: "text-class"; readonly as: TextClass }
  | { readonly kind: "literal"; readonly values: readonly Json[] }
  | { readonly kind: "enum"; readonly class: ClassName; readonly values: readonly Json[] }
  | { readonly kind: "list"; readonly items: Shape }
  | { readonly kind: "set"; readonly items: Shape; readonly frozen: boolean }
  | { readonly kind: "tuple"; readonly items: readonly Shape[]; readonly rest?: Shape; readonly minItems: number }
  | { readonly kind: "map"; readonly keys: "text" | "integer"; readonly values: Shape }
  | {
      readonly kind: "record";
      readonly as: RecordClass;
      readonly class?: ClassName;
      readonly fields: readonly FieldShape[];
    }
  | { readonly kind: "union"; readonly members: readonly Shape[] }
  | { readonly kind: "ref"; readonly name: string };
