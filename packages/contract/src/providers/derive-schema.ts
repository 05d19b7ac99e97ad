// The schema that one provider is sent: the canonical one without what the provider refuses, which is kept in words.

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { expectation } from "../validation/expectation.ts";
import { isObject } from "../validation/resolve-reference.ts";
import { type Provider, type ProviderRules, RULES } from "./provider-rules.ts";
import { strictRefusals } from "./strict-refusals.ts";
import { mapSchemas } from "./walk-schema.ts";

/** A tool's schema for one provider. */
export interface DerivedSchema {
  readonly schema: JsonSchema;
  /** Whether the provider's strict mode is asked for; said explicitly, for some providers assume it. */
  readonly strict: boolean;
  /** The keywords that were taken out, each once. */
  readonly dropped: readonly string[];
}

/** What is said of a value only to people, and lost without harm. */
const WORDLESS = new Set(["deprecated", "contentEncoding"]);

function sentence(keyword: string, value: unknown): string {
  if (keyword === "default") return `Default: ${JSON.stringify(value)}.`;
  if (keyword === "propertyNames" && isObject(value) && typeof value.pattern === "string")
    return `Names match ${value.pattern}.`;
  const words = expectation({ [keyword]: value }, keyword).replace(/^a value, /, "");
  return words === "a value"
    ? `${keyword}: ${JSON.stringify(value)}.`
    : `Must be ${words}.`.replace("Must be matching", "Must match");
}

class Derivation {
  readonly dropped = new Set<string>();
  readonly #rules: ProviderRules;

  constructor(rules: ProviderRules) {
    this.#rules = rules;
  }

  change(schema: JsonSchema): JsonSchema {
    let changed = this.#dropRefused(schema);
    if (typeof changed.$ref === "string" && Object.hasOwn(changed, "default"))
      changed = this.#drop(changed, ["default"]);
    if (this.#rules.constAsEnum && Object.hasOwn(changed, "const")) {
      const { const: value, ...rest } = changed;
      changed = { ...rest, enum: [value] };
    }
    return this.#rules.typesAsAnyOf ? splitTypes(changed) : changed;
  }

  #dropRefused(schema: JsonSchema): JsonSchema {
    const refused = Object.keys(schema).filter((keyword) => this.#rules.refused.has(keyword));
    return refused.length === 0 ? schema : this.#drop(schema, refused);
  }

  #drop(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
    const kept: Record<string, unknown> = { ...schema };
    const words: string[] = [];
    for (const keyword of keywords) {
      this.dropped.add(keyword);
      if (!WORDLESS.has(keyword)) words.push(sentence(keyword, schema[keyword]));
      delete kept[keyword];
    }
    const text = [typeof kept.description === "string" ? kept.description : "", ...words].filter((one) => one !== "");
    if (text.length > 0) kept.description = text.join(" ");
    return kept;
  }
}

/** Keywords that belong to the whole value, not to one of its types. */
const OF_THE_WHOLE = new Set(["description", "title", "default", "deprecated", "enum"]);
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ["format", "pattern", "minLength", "maxLength", "contentEncoding"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
};

/** Several types become `anyOf`; one type that may be null stays. */
function splitTypes(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (!Array.isArray(type) || type.length < 2 || (type.length === 2 && type.includes("null"))) return schema;
  const whole: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema))
    if (OF_THE_WHOLE.has(keyword) || keyword === "$defs") whole[keyword] = value;
  const members = type.map((one: unknown) => {
    const own = (OF_TYPE[String(one)] ?? []).filter((keyword) => schema[keyword] !== undefined);
    return { type: one, ...Object.fromEntries(own.map((keyword) => [keyword, schema[keyword]])) };
  });
  return { ...whole, anyOf: members };
}

/**
 * Derives what a provider is sent. `strict` is true only where the canonical schema qualifies as it is, so that nothing
 * that the author asked for is given up for it.
 */
export function deriveSchema(schema: JsonSchema, provider: Provider): DerivedSchema {
  const strict = strictRefusals(schema, provider)?.length === 0;
  const derivation = new Derivation(RULES[provider]);
  const derived = mapSchemas(schema, (one) => derivation.change(one));
  return { schema: derived, strict, dropped: [...derivation.dropped] };
}
