// Holds a value against a schema by walking both: for defaults and examples, whose schemas change with every key that an
// author presses, so that compiling would cost more than it saves; and to say in words why a compiled check failed.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { checkArray } from "./check-array.ts";
import { checkObject } from "./check-object.ts";
import { checkNumber, checkText, fitsType } from "./check-plain.ts";
import type { Checking } from "./checking.ts";
import type { Keys } from "./json-path.ts";
import type { Misfit } from "./misfit.ts";
import { isObject, resolveReference } from "./resolve-reference.ts";
import { sameJson } from "./same-json.ts";

/** More than anybody reads at once. */
const MOST_MISFITS = 20;
const DEEPEST = 500;
/** A choice of choices doubles with each level: a schema and a value that take longer than this do not fit. */
const MOST_STEPS = 2_000_000;
/** Values of an enum that are compared for the price of one step. */
const VALUES_A_STEP = 100;

/** How many more places may be looked at; what is looked at by one check is missing for the next. */
export interface Steps {
  left: number;
}

function schemasOf(value: unknown): (JsonSchema | boolean)[] {
  return Array.isArray(value) ? value.filter((one) => isObject(one) || typeof one === "boolean") : [];
}

class Walk implements Checking {
  readonly #root: JsonSchema;
  readonly #steps: Steps;
  #depth = 0;

  constructor(root: JsonSchema, steps: Steps) {
    this.#root = root;
    this.#steps = steps;
  }

  check(schema: unknown, value: unknown, keys: Keys): readonly Misfit[] {
    if (schema === false) return [{ keys, keyword: "false", schema: {}, value }];
    if (!isObject(schema)) return [];
    this.#steps.left -= 1;
    if (this.#depth > DEEPEST || this.#steps.left < 0) return [{ keys, keyword: "depth", schema, value }];
    this.#depth += 1;
    try {
      return this.#checkAll(schema, value, keys).slice(0, MOST_MISFITS);
    } finally {
      this.#depth -= 1;
    }
  }

  #checkAll(schema: JsonSchema, value: unknown, keys: Keys): readonly Misfit[] {
    const misfit = (keyword: string): Misfit => ({ keys, keyword, schema, value });
    if (schema.type !== undefined && !fitsType(schema.type, value)) return [misfit("type")];
    const found: Misfit[] = [];
    // A long list of values takes long to look through, for each item of a long list.
    if (Array.isArray(schema.enum)) this.#steps.left -= Math.floor(schema.enum.length / VALUES_A_STEP);
    if (Array.isArray(schema.enum) && !schema.enum.some((one) => sameJson(one, value))) found.push(misfit("enum"));
    if (Object.hasOwn(schema, "const") && !sameJson(schema.const, value)) found.push(misfit("const"));
    if (typeof value === "number") found.push(...checkNumber(schema, value).map(misfit));
    if (typeof value === "string") found.push(...checkText(schema, value).map(misfit));
    if (Array.isArray(value)) found.push(...checkArray(schema, value, keys, this));
    if (isObject(value)) found.push(...checkObject(schema, value, keys, this));
    found.push(...this.#checkCombined(schema, value, keys));
    return found;
  }

  #checkCombined(schema: JsonSchema, value: unknown, keys: Keys): readonly Misfit[] {
    const found: Misfit[] = [];
    if (typeof schema.$ref === "string")
      found.push(...this.check(resolveReference(this.#root, schema.$ref) ?? {}, value, keys));
    for (const one of schemasOf(schema.allOf)) found.push(...this.check(one, value, keys));
    if (schema.anyOf !== undefined) found.push(...this.#checkChoice(schema, "anyOf", value, keys));
    if (schema.oneOf !== undefined) found.push(...this.#checkChoice(schema, "oneOf", value, keys));
    if (schema.not !== undefined && this.check(schema.not, value, keys).length === 0)
      found.push({ keys, keyword: "not", schema, value });
    if (schema.if !== undefined) {
      const branch = this.check(schema.if, value, keys).length === 0 ? schema.then : schema.else;
      found.push(...this.check(branch, value, keys));
    }
    return found;
  }

  #checkChoice(schema: JsonSchema, keyword: "anyOf" | "oneOf", value: unknown, keys: Keys): readonly Misfit[] {
    const results = schemasOf(schema[keyword]).map((one) => this.check(one, value, keys));
    const fitting = results.filter((result) => result.length === 0).length;
    if (fitting === 1 || (keyword === "anyOf" && fitting > 0)) return [];
    if (fitting > 1) return [{ keys, keyword: "oneOf", schema, value }];
    // The one member that the value was meant for says more than a list of all.
    const meant = results.filter((result) => !result.some((misfit) => isMiss(misfit, keys)));
    if (meant.length === 1 && meant[0] !== undefined) return meant[0];
    const told = sharedMisfit(results, keys);
    return [told ?? { keys, keyword, schema, value }];
  }
}

/** What all records of a choice say together: the property that tells them apart is missing, or has another value. */
function sharedMisfit(results: readonly (readonly Misfit[])[], keys: Keys): Misfit | undefined {
  const records = results.filter(
    (result) => !result.some(({ keyword, keys: at }) => keyword === "type" && at.length === keys.length),
  );
  const tags = records.map((result) =>
    result.find((one) => one.keyword === "const" && one.keys.length === keys.length + 1),
  );
  const [tag] = tags;
  if (tag !== undefined && tags.every((one) => one?.keys.at(-1) === tag.keys.at(-1)))
    return { ...tag, keyword: "enum", schema: { enum: tags.map((one) => one?.schema.const) } };
  const missing = records.map((result) =>
    result.find((one) => one.keyword === "required" && one.keys.length === keys.length),
  );
  const [first] = missing;
  return first !== undefined && missing.every((one) => one?.name === first.name) ? { ...first, schema: {} } : undefined;
}

/** Whether a misfit says that a member of a choice is another kind of thing: its type, or the property that tells records apart. */
function isMiss(misfit: Misfit, keys: Keys): boolean {
  const depth = misfit.keys.length - keys.length;
  if (depth === 0) return misfit.keyword === "type" || misfit.keyword === "const" || misfit.keyword === "enum";
  return depth === 1 && misfit.keyword === "const";
}

/**
 * Every way, up to twenty, in which a value does not fit a schema. `root` is where its references point into. Where the
 * `steps` are used up, it is told as a misfit.
 */
export function checkValue(
  schema: JsonSchema,
  value: unknown,
  root: JsonSchema = schema,
  steps: Steps = { left: MOST_STEPS },
): readonly Misfit[] {
  return new Walk(root, steps).check(schema, value, []);
}
