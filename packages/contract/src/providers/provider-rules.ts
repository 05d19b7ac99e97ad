// What each model provider refuses in a tool's schema, as tables: of its strict mode, which promises arguments that fit,
// and of its ordinary one.

/** The providers whose rules are known. `openai-compatible`: servers that speak OpenAI's protocol, of which little is certain. */
export const PROVIDERS = ["openai", "anthropic", "google", "openai-compatible"] as const;

/** A model provider. */
export type Provider = (typeof PROVIDERS)[number];

/** Whether a name is a provider's. */
export function isProvider(name: string): name is Provider {
  return PROVIDERS.some((provider) => provider === name);
}

/** What one provider takes. */
export interface ProviderRules {
  /** Keywords that the strict mode takes beyond the structural ones; absent: there is no strict mode. */
  readonly strict?: StrictRules;
  /** Keywords that the ordinary mode refuses; they go into the description. */
  readonly refused: ReadonlySet<string>;
  /** Whether `const` must be an `enum` of one. */
  readonly constAsEnum: boolean;
  /** Whether several types must be `anyOf`; one type with null may stay. */
  readonly typesAsAnyOf: boolean;
}

/** What a strict mode takes. */
export interface StrictRules {
  readonly keywords: ReadonlySet<string>;
  readonly formats: ReadonlySet<string>;
  /** Whether every property must be required. */
  readonly allRequired: boolean;
  /** Whether a type may lead back to itself. */
  readonly recursion: boolean;
  /** Whether anything may stand beside a `$ref`. */
  readonly besideReference: boolean;
  /** The largest `minItems`; absent: any. */
  readonly mostMinItems?: number;
}

/** What every schema is made of; a strict mode takes these. */
export const STRUCTURE: ReadonlySet<string> = new Set([
  "$defs",
  "$ref",
  "$schema",
  "additionalProperties",
  "anyOf",
  "const",
  "deprecated",
  "description",
  "enum",
  "items",
  "properties",
  "required",
  "title",
  "type",
]);

const FORMATS = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

const NOTHING: ReadonlySet<string> = new Set();

/** The rules of each provider. */
export const RULES: Readonly<Record<Provider, ProviderRules>> = {
  openai: {
    strict: {
      keywords: new Set([
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "maxItems",
        "maximum",
        "minItems",
        "minimum",
        "multipleOf",
        "pattern",
      ]),
      formats: new Set(FORMATS),
      allRequired: true,
      recursion: true,
      besideReference: false,
    },
    refused: NOTHING,
    constAsEnum: false,
    typesAsAnyOf: false,
  },
  anthropic: {
    strict: {
      keywords: new Set(["allOf", "default", "format", "minItems", "pattern"]),
      formats: new Set([...FORMATS, "uri"]),
      allRequired: false,
      recursion: false,
      besideReference: true,
      mostMinItems: 1,
    },
    refused: NOTHING,
    constAsEnum: false,
    typesAsAnyOf: false,
  },
  google: {
    refused: new Set([
      "contains",
      "contentEncoding",
      "default",
      "dependentRequired",
      "dependentSchemas",
      "deprecated",
      "else",
      "exclusiveMaximum",
      "exclusiveMinimum",
      "if",
      "maxContains",
      "maxLength",
      "maxProperties",
      "minContains",
      "minLength",
      "minProperties",
      "multipleOf",
      "not",
      "pattern",
      "patternProperties",
      "propertyNames",
      "then",
      "unevaluatedItems",
      "unevaluatedProperties",
      "uniqueItems",
    ]),
    constAsEnum: true,
    typesAsAnyOf: true,
  },
  "openai-compatible": { refused: NOTHING, constAsEnum: false, typesAsAnyOf: false },
};
