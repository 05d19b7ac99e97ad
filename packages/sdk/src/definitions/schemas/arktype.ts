// ArkType's schemas. Its Standard JSON Schema leaves out in silence what it cannot express, so its own converter is asked.

import { inexpressible } from "./inexpressible.ts";
import type { SchemaSide } from "./schema-side.ts";
import { isStandard, type StandardValue } from "./standard.ts";

/** An ArkType schema, as far as it is used here. */
interface ArktypeValue extends StandardValue {
  readonly in: ArktypeConverter;
  readonly out: ArktypeConverter;
}

interface ArktypeConverter {
  toJsonSchema(options: { readonly dialect?: string; readonly fallback: (found: Fallback) => unknown }): unknown;
}

interface Fallback {
  readonly code: string;
  readonly base: object;
}

/** Whether a value is a schema of ArkType's. */
export function isArktype(value: unknown): value is ArktypeValue {
  return isStandard(value) && value["~standard"].vendor === "arktype" && "in" in value && "out" in value;
}

/** Its JSON Schema, with marks where there is none. */
export function arktypeSchema(value: ArktypeValue, side: SchemaSide): unknown {
  return (side === "input" ? value.in : value.out).toJsonSchema({ fallback });
}

function fallback({ code, base }: Fallback): unknown {
  // A narrow on top of something that can be told is checked inside, at the call; so is a second pattern.
  const told = Object.keys(base).length > 0;
  if (told && (code === "predicate" || code === "patternIntersection" || code === "morph")) return base;
  if (code === "defaultValue") return base;
  return inexpressible(`${WORDS[code] ?? `A part of kind "${code}"`} has no JSON form; ${REMEDIES[code] ?? REMEDY}.`);
}

const WORDS: Readonly<Record<string, string>> = {
  date: "`Date`",
  proto: "A class instance",
  domain: "`bigint`, `symbol` or `undefined`",
  unit: "A value that is not JSON",
  symbolKey: "A symbol as a key",
  predicate: "A narrow alone",
  morph: "A morph without an input type",
  arrayObject: "A list with properties",
  arrayPostfix: "A list with items after its rest",
};

const REMEDY = "use a type of JSON values";
const REMEDIES: Readonly<Record<string, string>> = {
  date: "use `string.date.iso.parse`, which takes a text and gives a `Date`",
  proto: "take JSON values and make the instance with `.pipe(…)`",
  predicate: "narrow a type of JSON values",
};
