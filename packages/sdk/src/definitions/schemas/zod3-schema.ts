// Zod 3's schemas, which have no conversion of their own: walked type by type. What JSON Schema cannot express is marked,
// checks that only code can make are left to the parse inside.

import type { Json, JsonObject } from "../../wire/json.ts";
import { plainData } from "../plain-data.ts";
import { inexpressible } from "./inexpressible.ts";
import type { SchemaSide } from "./schema-side.ts";
import { ZOD_REMEDIES } from "./zod-remedies.ts";
import { numberSchema } from "./zod3-number.ts";
import { isOptional } from "./zod3-optional.ts";
import { textSchema } from "./zod3-text.ts";
import { typeNameOf, type Zod3Definition, type Zod3Value } from "./zod3-value.ts";

/** The JSON Schema (2020-12) of one side of a schema, with marks where there is none. */
export function zod3Schema(value: Zod3Value, side: SchemaSide): JsonObject {
  const conversion = new Conversion(side);
  const schema = conversion.convert(value);
  return conversion.definitions.size === 0 ? schema : { ...schema, $defs: Object.fromEntries(conversion.definitions) };
}

/** A lazy schema that makes new ones without end. */
const DEEPEST = 200;

/** One conversion: the schemas behind `z.lazy` are definitions, so that a recursive one is finite. */
class Conversion {
  readonly definitions = new Map<string, JsonObject>();
  readonly #side: SchemaSide;
  readonly #names = new Map<Zod3Value, string>();
  #depth = 0;

  constructor(side: SchemaSide) {
    this.#side = side;
  }

  convert(value: Zod3Value): JsonObject {
    if (++this.#depth > DEEPEST)
      throw new Error("The schema is nested too deeply, or its `z.lazy` makes a new schema each time.");
    const schema = this.#convert(typeNameOf(value), value._def);
    this.#depth--;
    const { description } = value._def;
    return description === undefined ? schema : { ...schema, description };
  }

  #convert(typeName: string, definition: Zod3Definition): JsonObject {
    switch (typeName) {
      case "ZodString":
        return textSchema(definition);
      case "ZodNumber":
        return numberSchema(definition);
      case "ZodBoolean":
        return { type: "boolean" };
      case "ZodNull":
        return { type: "null" };
      case "ZodAny":
      case "ZodUnknown":
        return {};
      case "ZodNever":
        return { not: {} };
      case "ZodLiteral":
        return literalSchema(definition.value);
      case "ZodEnum":
      case "ZodNativeEnum":
        return enumSchema(definition.values ?? []);
      default:
        return this.#compound(typeName, definition) ?? this.#wrapper(typeName, definition) ?? unknownType(typeName);
    }
  }

  #compound(typeName: string, definition: Zod3Definition): JsonObject | undefined {
    switch (typeName) {
      case "ZodObject":
        return this.#object(definition);
      case "ZodArray":
        return this.#list(definition);
      case "ZodTuple":
        return this.#tuple(definition);
      case "ZodRecord":
        return this.#map(definition);
      case "ZodUnion":
      case "ZodDiscriminatedUnion":
        return this.#union(definition);
      case "ZodIntersection":
        return { allOf: [definition.left, definition.right].filter(isPresent).map((each) => this.convert(each)) };
      default:
        return undefined;
    }
  }

  #wrapper(typeName: string, definition: Zod3Definition): JsonObject | undefined {
    switch (typeName) {
      case "ZodOptional":
      case "ZodCatch":
      case "ZodReadonly":
        return this.#inner(definition.innerType);
      case "ZodNullable":
        return nullable(this.#inner(definition.innerType));
      case "ZodDefault":
        return this.#default(definition);
      case "ZodBranded":
        return this.#inner(definition.type);
      case "ZodPipeline":
        return this.#inner(this.#side === "input" ? definition.in : definition.out);
      case "ZodEffects":
        return this.#effects(definition);
      case "ZodLazy":
        return this.#lazy(definition);
      default:
        return undefined;
    }
  }

  #inner(value: Zod3Value | undefined): JsonObject {
    return value === undefined ? {} : this.convert(value);
  }

  #object(definition: Zod3Definition): JsonObject {
    const shape = Object.entries(definition.shape?.() ?? {});
    const properties = Object.fromEntries(shape.map(([name, each]) => [name, this.convert(each)]));
    const required = shape.filter(([, each]) => !isOptional(each, this.#side)).map(([name]) => name);
    return {
      type: "object",
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...this.#furtherProperties(definition),
    };
  }

  #furtherProperties({ catchall, unknownKeys }: Zod3Definition): JsonObject {
    if (catchall !== undefined && typeNameOf(catchall) !== "ZodNever") {
      return { additionalProperties: this.convert(catchall) };
    }
    // Unknown keys that are stripped are allowed in, and are not in what comes out.
    const closed = unknownKeys === "strict" || (unknownKeys === "strip" && this.#side === "output");
    return closed ? { additionalProperties: false } : {};
  }

  #list(definition: Zod3Definition): JsonObject {
    const least = definition.exactLength?.value ?? definition.minLength?.value;
    const most = definition.exactLength?.value ?? definition.maxLength?.value;
    return {
      type: "array",
      items: this.#inner(definition.type),
      ...(least === undefined ? {} : { minItems: least }),
      ...(most === undefined ? {} : { maxItems: most }),
    };
  }

  #tuple({ items = [], rest }: Zod3Definition): JsonObject {
    const prefixItems = items.map((item) => this.convert(item));
    const bounds = rest ? { items: this.convert(rest) } : { maxItems: items.length, items: false };
    return { type: "array", prefixItems, minItems: items.length, ...bounds };
  }

  #map({ keyType, valueType }: Zod3Definition): JsonObject {
    const keys = this.#inner(keyType);
    const plain = keyType === undefined || (Object.keys(keys).length === 1 && keys.type === "string");
    return { type: "object", ...(plain ? {} : { propertyNames: keys }), additionalProperties: this.#inner(valueType) };
  }

  #union({ options = [], discriminator }: Zod3Definition): JsonObject {
    const members = options instanceof Map ? [...new Set<Zod3Value>(options.values())] : [...options];
    const schemas = members.filter(isValue).map((member) => this.convert(member));
    return discriminator === undefined ? { anyOf: schemas } : { oneOf: schemas };
  }

  #default(definition: Zod3Definition): JsonObject {
    const schema = this.#inner(definition.innerType);
    const data = plainData(definition.defaultValue?.());
    return data.ok ? { ...schema, default: data.value } : schema;
  }

  #effects({ schema, effect }: Zod3Definition): JsonObject {
    const overAnything = schema !== undefined && typeNameOf(schema) === "ZodAny";
    if (effect?.type === "refinement" && overAnything) return noForm("custom");
    // What a transform gives is known to nobody but the author.
    return effect?.type === "transform" && this.#side === "output" ? {} : this.#inner(schema);
  }

  #lazy({ getter }: Zod3Definition): JsonObject {
    const value = getter?.();
    if (value === undefined) return {};
    let name = this.#names.get(value);
    if (name === undefined) {
      name = `Lazy${this.#names.size + 1}`;
      this.#names.set(value, name);
      this.definitions.set(name, this.convert(value));
    }
    return { $ref: `#/$defs/${name}` };
  }
}

function isPresent(value: Zod3Value | undefined): value is Zod3Value {
  return value !== undefined;
}

function isValue(value: unknown): value is Zod3Value {
  return typeof value === "object" && value !== null && "_def" in value;
}

function literalSchema(value: unknown): JsonObject {
  const data = plainData(value);
  if (!data.ok)
    return inexpressible(`\`z.literal()\` of ${data.found} has no JSON form; use a text, a number or \`.optional()\`.`);
  return { const: data.value };
}

/** A numeric TypeScript enum also maps its values back to their names; those entries are no values. */
function enumSchema(values: readonly string[] | Readonly<Record<string, string | number>>): JsonObject {
  const all: Json[] = Array.isArray(values)
    ? [...values]
    : Object.entries(values)
        .filter(([name]) => typeof Reflect.get(values, String(Reflect.get(values, name))) !== "number")
        .map(([, value]) => value);
  const kinds = new Set(all.map((value) => typeof value));
  const type = kinds.size > 1 ? ["string", "number"] : kinds.has("number") ? "number" : "string";
  return { type, enum: [...new Set(all)] };
}

function nullable(schema: JsonObject): JsonObject {
  const simple = typeof schema.type === "string" && schema.enum === undefined && schema.const === undefined;
  return simple ? { ...schema, type: [schema.type as string, "null"] } : { anyOf: [schema, { type: "null" }] };
}

/** `ZodBigInt` is `z.bigint()`. */
function unknownType(typeName: string): JsonObject {
  const name = typeName.replace(/^Zod/, "").toLowerCase();
  return noForm(name);
}

function noForm(name: string): JsonObject {
  return inexpressible(`\`z.${name}()\` has no JSON form; ${ZOD_REMEDIES[name] ?? "use a schema of JSON values"}.`);
}
