// Repairing arguments that do not fit their schema: directed by the schema, and never lossy. What a schema accepts already
// is not touched; what cannot be made to fit as a whole is left as it was.

import { BadSchema, boundMatching, checkValue, type Steps, validate } from "@haft/contract/validation";
import type { Json, JsonObject } from "../json/json.ts";
import { type Change, changesBetween } from "./changes.ts";
import { Repair } from "./repair.ts";

/** How much is looked at before a repair is given up: hostile schemas and values double with each level. */
const MOST_STEPS = 300_000;

/** The value as it may be used, and what was changed in it; no changes: the value is the one that was given. */
export interface Repaired {
  readonly value: Json;
  readonly changes: readonly Change[];
}

/**
 * Makes a value fit a schema where that is a matter of how it was written: JSON in a text where an object, list, number,
 * boolean or null is asked for (also for all arguments together), a number that prints back to the same text, one value
 * for a list of it, white space around the value of an enum. Never throws; a schema that is none changes nothing.
 *
 * @example
 * repairArguments({ type: "object", properties: { n: { type: "integer" } } }, { n: "3" });
 * // { value: { n: 3 }, changes: [{ path: "n", from: "3", to: 3 }] }
 */
export function repairArguments(schema: JsonObject, value: Json): Repaired {
  const untouched: Repaired = { value, changes: [] };
  const repaired = boundMatching(() => search(schema, value));
  if (repaired === undefined) return untouched;
  return accepts(schema, value) || !accepts(schema, repaired)
    ? untouched
    : { value: repaired, changes: changesBetween(value, repaired) };
}

function search(schema: JsonObject, value: Json): Json | undefined {
  const steps: Steps = { left: MOST_STEPS };
  if (checkValue(schema, value, schema, steps).length === 0 || steps.left < 0) return undefined;
  return new Repair(schema, steps).repair(schema, value);
}

/** What validates: the compiled check, which knows keywords that the walk does not. */
function accepts(schema: JsonObject, value: Json): boolean {
  try {
    return validate(schema, value).ok;
  } catch (error) {
    // RangeError: a schema that refers to itself without end.
    if (error instanceof BadSchema || error instanceof RangeError) return false;
    throw error;
  }
}
