// What the checks of lists and objects need of the walk that they are part of.

import type { Keys } from "./json-path.ts";
import type { Misfit } from "./misfit.ts";

/** Holds a value inside against the schema that is said of it. */
export interface Checking {
  check(schema: unknown, value: unknown, keys: Keys): readonly Misfit[];
}
