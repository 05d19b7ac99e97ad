// Compiles schemas once: by identity, and by their text, since each reading makes new objects of equal schemas.

import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { FORMATS } from "./formats.ts";
import { matchesPattern } from "./patterns.ts";
import { isPlainSchema } from "./plain-schema.ts";
import { hasTwins } from "./twins.ts";

/** The most compiled schemas that are kept; the one that was used longest ago goes first. */
const MOST_KEPT = 500;

/** A schema that cannot be compiled: it is no valid JSON Schema of draft 2020-12. */
export class BadSchema extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadSchema";
  }
}

/** How Ajv is given expressions: a bad one is told when the schema is compiled, a match is timed. */
const timedExpression = Object.assign(
  (source: string) => {
    new RegExp(source, "u");
    // Ajv tells expressions apart by their text.
    return { test: (text: string) => matchesPattern(source, text), toString: () => source };
  },
  { code: "undefined" },
);

/** Ajv's own holds each item against each other one. */
const UNIQUE_ITEMS = {
  keyword: "uniqueItems",
  type: "array" as const,
  schemaType: "boolean" as const,
  errors: false,
  validate: (wanted: boolean, items: readonly unknown[]) => !wanted || !hasTwins(items),
};

let shared: Ajv2020 | undefined;

/** One compiler for all schemas, loaded and made when the first is compiled: most commands hold no value against any. */
function compiler(): Ajv2020 {
  shared ??= makeCompiler();
  return shared;
}

function makeCompiler(): Ajv2020 {
  const { Ajv2020 }: typeof import("ajv/dist/2020.js") = createRequire(import.meta.url)("ajv/dist/2020.js");
  const ajv = new Ajv2020({
    // Authors' schemas may hold keywords of other tools.
    strict: false,
    // `constructor` is missing from an object that has no such property of its own.
    ownProperties: true,
    multipleOfPrecision: 9,
    logger: false,
    code: { regExp: timedExpression },
    formats: { ...FORMATS },
  });
  return ajv.removeKeyword(UNIQUE_ITEMS.keyword).addKeyword(UNIQUE_ITEMS);
}

function compile(schema: JsonSchema): ValidateFunction {
  const ajv = compiler();
  // A copy, for the compiler keeps what it has compiled, and its `$id`, until it is told not to.
  const copy = { ...schema };
  ajv.opts.validateSchema = !isPlainSchema(schema);
  try {
    return ajv.compile(copy);
  } catch (error) {
    throw new BadSchema(error instanceof Error ? error.message : String(error));
  } finally {
    ajv.removeSchema(copy);
  }
}

const byIdentity = new WeakMap<JsonSchema, ValidateFunction>();
const byDigest = new Map<string, ValidateFunction>();

function keep(digest: string, compiled: ValidateFunction): void {
  byDigest.delete(digest);
  byDigest.set(digest, compiled);
  if (byDigest.size <= MOST_KEPT) return;
  const [oldest] = byDigest.keys();
  if (oldest !== undefined) byDigest.delete(oldest);
}

/** The compiled check of a schema. Throws `BadSchema`. */
export function compiledCheck(schema: JsonSchema): ValidateFunction {
  const known = byIdentity.get(schema);
  if (known !== undefined) return known;
  const digest = createHash("sha256").update(JSON.stringify(schema)).digest("base64");
  const compiled = byDigest.get(digest) ?? compile(schema);
  keep(digest, compiled);
  byIdentity.set(schema, compiled);
  return compiled;
}
