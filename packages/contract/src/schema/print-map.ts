// Maps: an object with any names, or with names that are whole numbers.

import type { TypeNode } from "../model/type.ts";
import { isEmpty } from "./print-list.ts";
import type { Draft, Printing } from "./printing.ts";

/** Prints a map. */
export function printMap(type: Extract<TypeNode, { kind: "map" }>, printing: Printing): Draft {
  const values = printing.print(type.values, "{}");
  const draft: Draft = { type: "object" };
  if (!isEmpty(values)) draft.additionalProperties = values;
  if (type.keys === "integer") draft.propertyNames = { pattern: "^-?[0-9]+$" };
  return draft;
}
