// From types to conversion plans: what the process inside does with each value, in the author's own classes.

import type { FieldShape, Shape } from "@haft/sdk/wire";
import type { Field, TypeNode } from "../model/type.ts";
import { admitsNull } from "../schema/admits-null.ts";

type Named = Extract<TypeNode, { kind: "named" }>;
type RecordType = Extract<TypeNode, { kind: "record" }>;

/** Makes the shapes of one tool; declared types become named definitions, each made once. */
export class Shapes {
  readonly #names = new Map<string, string>();
  readonly #definitions: Record<string, Shape> = {};

  /** The definitions that the shapes made so far refer to. */
  get definitions(): Readonly<Record<string, Shape>> {
    return this.#definitions;
  }

  of(type: TypeNode): Shape {
    switch (type.kind) {
      case "anything":
      case "any-object":
      case "wait":
      case "fault":
        return { kind: "any" };
      case "null":
      case "boolean":
      case "integer":
      case "number":
      case "text":
        return { kind: type.kind };
      case "shaped-text":
        return type.as === undefined ? { kind: "text" } : { kind: "text-class", as: type.as };
      case "literal":
        return { kind: "literal", values: type.values };
      case "enum":
        return type.class === undefined
          ? { kind: "literal", values: type.values }
          : { kind: "enum", class: type.class, values: type.values };
      case "list":
        return { kind: "list", items: this.of(type.items) };
      case "set":
        return { kind: "set", items: this.of(type.items), frozen: type.frozen };
      case "map":
        return { kind: "map", keys: type.keys, values: this.of(type.values) };
      case "union":
        return { kind: "union", members: type.members.filter((one) => one.kind !== "wait").map((one) => this.of(one)) };
      case "constrained":
        return this.of(type.type);
      case "tuple":
        return this.#tuple(type);
      case "record":
        return this.#record(type);
      case "named":
        return this.#named(type);
    }
  }

  #tuple(type: Extract<TypeNode, { kind: "tuple" }>): Shape {
    const items = type.items.map((item) => this.of(item));
    const whole = { kind: "tuple", items, minItems: type.minItems } as const;
    return type.rest === undefined ? whole : { ...whole, rest: this.of(type.rest) };
  }

  #field(field: Field): FieldShape {
    const shape = widenedByDefault(field, this.of(field.type));
    const passing = field.argumentOnly === true ? ({ argumentOnly: true } as const) : {};
    const whole = { name: field.name, shape, required: field.required, ...passing };
    return field.attribute === undefined ? whole : { ...whole, attribute: field.attribute };
  }

  #record(type: RecordType): Shape {
    const fields = type.fields.map((field) => this.#field(field));
    const whole = { kind: "record", as: type.as, fields } as const;
    return type.class === undefined ? whole : { ...whole, class: type.class };
  }

  #named(type: Named): Shape {
    const known = this.#names.get(type.declaration);
    if (known !== undefined) return { kind: "ref", name: known };
    let name = type.name;
    for (let number = 2; Object.hasOwn(this.#definitions, name); number += 1) name = `${type.name}${number}`;
    this.#names.set(type.declaration, name);
    // Taken before its body is made, which may lead back to it.
    this.#definitions[name] = { kind: "any" };
    this.#definitions[name] = this.of(type.body());
    return { kind: "ref", name };
  }
}

/** A default of null is a value too, also where the type does not say so. */
export function widenedByDefault(field: Partial<Pick<Field, "default" | "type">>, shape: Shape): Shape {
  if (field.default?.kind !== "literal" || field.default.value !== null) return shape;
  if (field.type === undefined || admitsNull(field.type)) return shape;
  return { kind: "union", members: [shape, { kind: "null" }] };
}
