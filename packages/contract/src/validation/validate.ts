// Holds arguments and results against their schemas, and says in words what does not fit.

import type { Json } from "@haft/sdk/wire";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { checkValue } from "./check-value.ts";
import { compiledCheck } from "./compile.ts";
import { describeMisfit, type Issue } from "./describe-misfit.ts";
import { inTime } from "./in-time.ts";
import { writePath } from "./json-path.ts";
import { mayMultiply } from "./multiplying.ts";
import { boundMatching } from "./patterns.ts";

/** Whether a value fits; if not, every way in which it does not, up to twenty. */
export type Validation = { readonly ok: true } | { readonly ok: false; readonly issues: readonly Issue[] };

/** What the compiled check says, for the keywords that the walk does not know. */
function issueOf(error: ErrorObject): Issue {
  const keys = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const path = writePath(keys);
  return { path, message: `${path === "" ? "the value" : `\`${path}\``} ${error.message ?? "does not fit"}` };
}

function distinct(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map((issue) => [issue.message, issue])).values()];
}

/** How long a value may be held against a schema whose parts are said in several places, in milliseconds of work. */
const LIMIT_MS = 500;

const TOO_LONG: Validation = Object.freeze({
  ok: false,
  issues: [
    { path: "", message: "the value takes too long to hold against its schema, whose choices refer to each other" },
  ],
});

/** By compiled check: equal schemas share it. */
const multiplying = new WeakMap<ValidateFunction, boolean>();

function isWatched(check: ValidateFunction, schema: JsonSchema): boolean {
  const known = multiplying.get(check);
  if (known !== undefined) return known;
  const watched = mayMultiply(schema);
  multiplying.set(check, watched);
  return watched;
}

/**
 * Holds a value against a schema (draft 2020-12; formats are assertions). The schema is compiled once and kept.
 * Throws `BadSchema` for a schema that is none.
 *
 * @example
 * validate(tool.inputSchema, { limt: 3 });
 * // { ok: false, issues: [{ path: "limt", message: "there is no argument `limt`; did you mean `limit`?" }] }
 */
export function validate(schema: JsonSchema, value: Json): Validation {
  const check = compiledCheck(schema);
  const whole = (): Validation => holdAgainst(check, schema, value);
  if (!isWatched(check, schema)) return whole();
  const came = inTime(LIMIT_MS, whole);
  return came.done ? came.value : TOO_LONG;
}

function holdAgainst(check: ValidateFunction, schema: JsonSchema, value: Json): Validation {
  if (boundMatching(() => check(value))) return { ok: true };
  const misfits = boundMatching(() => checkValue(schema, value));
  const issues = misfits.length > 0 ? misfits.map(describeMisfit) : (check.errors ?? []).map(issueOf);
  return { ok: false, issues: distinct(issues) };
}
