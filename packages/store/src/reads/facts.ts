// Reading what a store knows of itself and of those who work on it.

import type { Fact } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, type Work } from "../database/work.ts";

/** Plan: primary key, from the first name to the last that begins so. */
const FACTS = "select name, value, at from facts where name >= :from and name < :to order by name";

/** The facts whose names begin so, by their names. */
export function* readFacts(prefix: string): Work<readonly Fact[]> {
  // Names are plain text: none goes on with a greater letter than this.
  const rows = yield* all(FACTS, { from: prefix, to: `${prefix}\uffff` });
  return rows.map((row) => ({ name: text(row, "name"), value: text(row, "value"), at: int(row, "at") }));
}
