// One way in which a value does not fit a schema, before it is put into words.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import type { Keys } from "./json-path.ts";

/** A value at a place, and the keyword of the schema there that it does not fit. */
export interface Misfit {
  readonly keys: Keys;
  readonly keyword: string;
  /** The schema that holds the keyword. */
  readonly schema: JsonSchema;
  readonly value: unknown;
  /** `required`: the missing name; `additionalProperties`, `propertyNames`: the name that is too many. */
  readonly name?: string;
}
