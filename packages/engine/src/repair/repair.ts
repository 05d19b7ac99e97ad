// The search for a value that fits a schema: part by part, from the outside in. Each part is taken only once it fits,
// so that nothing is changed that does not help.

import { checkValue, resolveReference, type Steps } from "@haft/contract/validation";
import { isObject, type Json, type JsonObject } from "../json/json.ts";
import { subschemas } from "./subschemas.ts";
import { spelled, withoutExtraSpace } from "./written-otherwise.ts";

const DEEPEST = 100;
/** What one part changed may be what another part needs changed. */
const ROUNDS = 3;

/** Repairs values against the parts of one schema. */
export class Repair {
  readonly #root: JsonObject;
  readonly #steps: Steps;
  #depth = 0;

  constructor(root: JsonObject, steps: Steps) {
    this.#root = root;
    this.#steps = steps;
  }

  /** The value, or what it was meant as, where that fits the schema; undefined: nothing was found. */
  repair(schema: unknown, value: Json): Json | undefined {
    if (this.#fits(schema, value)) return value;
    if (!isObject(schema) || this.#depth >= DEEPEST || this.#steps.left < 0) return undefined;
    this.#depth += 1;
    try {
      return this.#repairParts(schema, value);
    } finally {
      this.#depth -= 1;
    }
  }

  #fits(schema: unknown, value: Json): boolean {
    if (typeof schema === "boolean") return schema;
    return isObject(schema) ? checkValue(schema, value, this.#root, this.#steps).length === 0 : true;
  }

  #repairParts(schema: JsonObject, value: Json): Json | undefined {
    let current = value;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const part of this.#parts(schema)) {
        const repaired = part(current);
        // `null` is a value like any other.
        if (repaired !== undefined) current = repaired;
      }
      if (this.#fits(schema, current)) return current;
      if (current === value || this.#steps.left < 0) return undefined;
    }
    return undefined;
  }

  /** Everything that a schema says at once, each part repairing what it can. */
  #parts(schema: JsonObject): readonly ((value: Json) => Json | undefined)[] {
    const { $ref, allOf, anyOf, oneOf, ...own } = schema;
    const referred = typeof $ref === "string" ? resolveReference(this.#root, $ref) : undefined;
    return [
      ...(referred === undefined ? [] : [(value: Json) => this.repair(referred, value)]),
      ...list(allOf).map((one) => (value: Json) => this.repair(one, value)),
      (value) => (this.#fits(own, value) ? value : this.#repairOwn(own, value)),
      ...(anyOf === undefined ? [] : [(value: Json) => this.#choose({ anyOf }, list(anyOf), value)]),
      ...(oneOf === undefined ? [] : [(value: Json) => this.#choose({ oneOf }, list(oneOf), value)]),
    ];
  }

  /** The first member that the value can be repaired for, those that need no list made of it before the others. */
  #choose(choice: JsonObject, members: readonly Json[], value: Json): Json | undefined {
    if (this.#fits(choice, value)) return value;
    const found = members.flatMap((member) => {
      const repaired = this.repair(member, value);
      return repaired !== undefined && this.#fits(choice, repaired) ? [repaired] : [];
    });
    const [likeliest = found[0]] = found.filter((repaired) => !Array.isArray(repaired) || Array.isArray(value));
    return likeliest;
  }

  #repairOwn(schema: JsonObject, value: Json): Json | undefined {
    for (const candidate of this.#candidates(schema, value)) {
      const whole = this.#withChildren(schema, candidate);
      if (whole !== undefined && this.#fits(schema, whole)) return whole;
    }
    return undefined;
  }

  /** What the value may have been meant as, the likeliest first. */
  *#candidates(schema: JsonObject, value: Json): Generator<Json> {
    if (isOfType(schema.type, value)) yield value;
    if (typeof value === "string") {
      const meant = withoutExtraSpace(value, [...list(schema.enum), schema.const], this.#steps);
      if (meant !== undefined) yield meant;
      const other = names(schema.type, "string") ? undefined : spelled(value, this.#steps);
      if (other !== undefined && isOfType(schema.type, other)) yield other;
    }
    if (!Array.isArray(value) && names(schema.type, "array")) yield [value];
  }

  /** The value with what is inside repaired; undefined where something inside cannot be. */
  #withChildren(schema: JsonObject, value: Json): Json | undefined {
    this.#steps.left -= typeof value === "object" && value !== null ? Object.keys(value).length : 0;
    if (this.#steps.left < 0) return undefined;
    if (isList(value)) {
      const items: Json[] = [];
      for (const [index, item] of value.entries()) {
        const repaired = this.#repairAll(subschemas(schema, index), item);
        if (repaired === undefined) return undefined;
        items.push(repaired);
      }
      return items;
    }
    if (!isObject(value)) return value;
    const entries: [string, Json][] = [];
    for (const [name, inner] of Object.entries(value)) {
      const repaired = this.#repairAll(subschemas(schema, name), inner);
      if (repaired === undefined) return undefined;
      entries.push([name, repaired]);
    }
    return Object.fromEntries(entries);
  }

  #repairAll(schemas: readonly unknown[], value: Json): Json | undefined {
    let current: Json | undefined = value;
    for (const schema of schemas) if (current !== undefined) current = this.repair(schema, current);
    return current;
  }
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Whether a schema names this type. */
function names(type: Json | undefined, name: string): boolean {
  return type === name || list(type).includes(name);
}

/** Whether the value is of a type that the schema names, where it names any. */
function isOfType(type: Json | undefined, value: Json): boolean {
  if (type === undefined) return true;
  const own = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return names(type, own) || (own === "number" && Number.isInteger(value) && names(type, "integer"));
}
