// Checking of values against schemas: of arguments before a call, of results after it, of text on a command line.

// The engine, which knows no other part, takes the limits of waits and the reading of `*` from here.
export { MAX_META_BYTES, MAX_WAIT_SECONDS, matchesStars } from "@haft/sdk/wire";
export { checkValue, type Steps } from "./check-value.ts";
export { BadSchema } from "./compile.ts";
export type { Issue } from "./describe-misfit.ts";
export { type InTime, inTime, workedMs } from "./in-time.ts";
export { type Keys, writePath } from "./json-path.ts";
export { boundMatching } from "./patterns.ts";
export { resolveReference } from "./resolve-reference.ts";
export { sameJson } from "./same-json.ts";
export { parseStrictJson, type StrictJson } from "./strict-json.ts";
export { type TextArguments, textArguments } from "./text-arguments.ts";
export { type TextValue, textToValue } from "./text-to-value.ts";
export { type Validation, validate } from "./validate.ts";
