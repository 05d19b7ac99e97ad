// Lists, sets and tuples. Empty sub-schemas are left out.

import type { TypeNode } from "../model/type.ts";
import type { Draft, Printing } from "./printing.ts";

/** Whether a schema says nothing. */
export function isEmpty(draft: Draft): boolean {
  return Object.keys(draft).length === 0;
}

/** Prints a list or a set. */
export function printList(type: Extract<TypeNode, { kind: "list" | "set" }>, printing: Printing): Draft {
  const items = printing.print(type.items, "[]");
  const draft: Draft = { type: "array" };
  if (!isEmpty(items)) draft.items = items;
  if (type.kind === "set") draft.uniqueItems = true;
  return draft;
}

/** Prints a tuple: its places, and what further ones hold. */
export function printTuple(type: Extract<TypeNode, { kind: "tuple" }>, printing: Printing): Draft {
  const draft: Draft = { type: "array" };
  if (type.items.length > 0) draft.prefixItems = type.items.map((item, index) => printing.print(item, `[${index}]`));
  const rest = type.rest === undefined ? false : printing.print(type.rest, "[]");
  if (rest === false || !isEmpty(rest)) draft.items = rest;
  if (type.minItems > 0) draft.minItems = type.minItems;
  if (type.rest === undefined) draft.maxItems = type.items.length;
  return draft;
}
