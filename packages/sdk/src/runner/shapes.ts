// From JSON to what the author's types say: a `Date`, a `URL`, and everything that holds one.

import type { Json } from "../wire/json.ts";
import type { Shape, TextClass } from "../wire/shape.ts";

/** A value that does not fit. `path` is where, from the argument: `.when[2]`. */
export class Mismatch extends Error {
  readonly path: string;
  constructor(message: string, path = "") {
    super(message);
    this.path = path;
  }
}

/** Named shapes of a plan. */
export type Definitions = Readonly<Record<string, Shape>>;

/** The value inside. Throws a Mismatch. */
export function fromJson(value: Json, shape: Shape, definitions: Definitions): unknown {
  switch (shape.kind) {
    case "any":
      return value;
    case "null":
      return expect(value === null, value, "null");
    case "boolean":
      return expect(typeof value === "boolean", value, "true or false");
    case "integer":
      return expect(Number.isInteger(value), value, "a whole number");
    case "number":
      return expect(typeof value === "number", value, "a number");
    case "text":
      return expect(typeof value === "string", value, "text");
    case "text-class":
      return fromText(value, shape.as);
    case "literal":
    case "enum":
      return expect(
        shape.values.some((known) => known === value),
        value,
        `one of ${shape.values.map((known) => JSON.stringify(known)).join(", ")}`,
      );
    case "list":
    case "set":
      return listOf(value).map((item, index) => inside(item, shape.items, definitions, `[${index}]`));
    case "tuple":
      return tuple(value, shape, definitions);
    case "map":
      return map(value, shape.values, definitions);
    case "record":
      return record(value, shape, definitions);
    case "union":
      return union(value, shape.members, definitions);
    case "ref":
      return fromJson(value, definitions[shape.name] ?? { kind: "any" }, definitions);
  }
}

function expect(fits: boolean, value: Json, needed: string): Json {
  if (!fits) throw new Mismatch(`${needed} is needed, not ${said(value)}`);
  return value;
}

function said(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : String(value);
}

function inside(value: Json, shape: Shape, definitions: Definitions, step: string): unknown {
  try {
    return fromJson(value, shape, definitions);
  } catch (error) {
    if (error instanceof Mismatch) throw new Mismatch(error.message, step + error.path);
    throw error;
  }
}

function fromText(value: Json, as: TextClass): unknown {
  if (typeof value !== "string") throw new Mismatch(`text is needed, not ${said(value)}`);
  if (as === "Date") {
    const date = new Date(value);
    if (Number.isNaN(date.getTime())) throw new Mismatch(`${JSON.stringify(value)} is no date and time in ISO 8601`);
    return date;
  }
  if (as !== "URL") return value;
  if (!URL.canParse(value)) throw new Mismatch(`${JSON.stringify(value)} is no URL`);
  return new URL(value);
}

function listOf(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw new Mismatch(`a list is needed, not ${said(value)}`);
  return value;
}

function objectOf(value: Json): readonly [string, Json][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Mismatch(`an object is needed, not ${said(value)}`);
  }
  return Object.entries(value);
}

function tuple(value: Json, shape: Extract<Shape, { kind: "tuple" }>, definitions: Definitions): unknown[] {
  const items = listOf(value);
  if (items.length < shape.minItems)
    throw new Mismatch(`at least ${shape.minItems} items are needed, not ${items.length}`);
  return items.map((item, index) => {
    const at = shape.items[index] ?? shape.rest;
    if (at === undefined) throw new Mismatch(`at most ${shape.items.length} items are needed, not ${items.length}`);
    return inside(item, at, definitions, `[${index}]`);
  });
}

function map(value: Json, values: Shape, definitions: Definitions): object {
  const entries = objectOf(value).map(([key, item]) => [key, inside(item, values, definitions, `.${key}`)]);
  // fromEntries defines properties, so that a key `__proto__` is one like any other.
  return Object.fromEntries(entries);
}

function record(value: Json, shape: Extract<Shape, { kind: "record" }>, definitions: Definitions): object {
  const fields = new Map(shape.fields.map((field) => [field.name, field]));
  const entries = objectOf(value);
  const missing = shape.fields.find((field) => field.required && !entries.some(([key]) => key === field.name));
  if (missing) throw new Mismatch(`the property ${missing.name} is missing`);
  return Object.fromEntries(
    entries.map(([key, item]) => {
      const field = fields.get(key);
      if (field === undefined) throw new Mismatch(`the property ${key} is not known`);
      return [key, inside(item, field.shape, definitions, `.${key}`)];
    }),
  );
}

function union(value: Json, members: readonly Shape[], definitions: Definitions): unknown {
  let nearest: Mismatch | undefined;
  for (const member of members) {
    try {
      return fromJson(value, member, definitions);
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      if (nearest === undefined || error.path.length > nearest.path.length) nearest = error;
    }
  }
  throw nearest ?? new Mismatch("no value fits");
}
