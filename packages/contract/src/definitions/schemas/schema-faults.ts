// What makes a schema of 2020-12 unusable: keywords with values of the wrong kind, patterns that do not parse, and
// references to what is not in it.

import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../descriptor/tool-descriptor.ts";
import { isRecord } from "../message-shape.ts";
import { decodeSegment, targetOf } from "./pointer.ts";
import { holdingOf } from "./positions.ts";
import { referenceCircle } from "./reference-circles.ts";

/** One fault: where in the schema, and the rest of the sentence "the `inputSchema` …". */
export interface SchemaFault {
  /** Along the data that the schema describes, `.when.at[]`. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}

/** Made at the first use, kept: it holds nothing but the meta-schemas. */
let checker: Ajv2020 | undefined;

/** Every fault; a keyword's wrong value first, and then nothing else, for the rest cannot be trusted. */
export function schemaFaults(schema: JsonSchema): readonly SchemaFault[] {
  checker ??= new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  if (checker.validateSchema(schema) !== true) return keywordFaults(checker.errors ?? [], schema);
  const faults: SchemaFault[] = [];
  const anchors = anchorsOf(schema);
  const states = new Map<unknown, "open" | "done">();
  walk(schema, "", (each, path) => {
    faults.push(...patternFaults(each, path), ...referenceFaults(each, path, schema, anchors));
    if (!states.has(each)) faults.push(...circleFaults(referenceCircle(each, schema, states), path));
  });
  return faults.slice(0, MOST_FAULTS);
}

/** More are of no help to anybody. */
const MOST_FAULTS = 50;

/** The meta-schema complains of one place several times: the first complaint of each is kept. */
function keywordFaults(errors: readonly ErrorObject[], schema: JsonSchema): SchemaFault[] {
  const places = new Map<string, ErrorObject>();
  for (const error of errors) {
    const before = places.get(error.instancePath);
    // A type is wrong in one way, but an `anyOf` over types complains of each.
    if (before === undefined || error.keyword === "anyOf") places.set(error.instancePath, error);
  }
  return [...places.values()].slice(0, MOST_FAULTS).map((error) => keywordFault(error, schema));
}

function keywordFault(error: ErrorObject, schema: JsonSchema): SchemaFault {
  const segments = error.instancePath.split("/").slice(1).map(decodeSegment);
  const value = segments.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    schema,
  );
  const keyword = segments.findLast((segment) => !/^\d+$/.test(segment)) ?? "";
  const shown = JSON.stringify(value) ?? "nothing";
  return {
    path: dataPath(segments),
    message: `is not a valid JSON Schema: at \`${segments.join(".") || "its root"}\` stands ${shown.length > 80 ? `${shown.slice(0, 77)}…` : shown}`,
    hint: hintFor(keyword, value, error),
  };
}

function hintFor(keyword: string, value: unknown, error: ErrorObject): string {
  if ((keyword === "exclusiveMinimum" || keyword === "exclusiveMaximum") && typeof value === "boolean") {
    const plain = keyword === "exclusiveMinimum" ? "minimum" : "maximum";
    return `that is draft 4: put the bound itself there, \`${keyword}: 0\`, and remove \`${plain}\``;
  }
  if (keyword === "required" && typeof value === "boolean") {
    return 'that is draft 3: list the names in the object, `required: ["city"]`';
  }
  if (keyword === "type") {
    return "the types are `string`, `number`, `integer`, `boolean`, `object`, `array` and `null`";
  }
  return `it ${error.message ?? "is not allowed there"}`;
}

/** `.when.at[]` for the segments `properties/when/properties/at/items/format`. */
function dataPath(segments: readonly string[]): string {
  let path = "";
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] ?? "";
    const holding = holdingOf(segment);
    if (segment === "properties" && index + 1 < segments.length) path += `.${segments[++index]}`;
    else if (segment === "items" || segment === "prefixItems") path += "[]";
    else if (segment === "additionalProperties") path += "{}";
    if (holding === "list" || (holding === "map" && segment !== "properties")) index++;
  }
  return path;
}

type Visit = (schema: JsonSchema, path: string) => void;

function walk(schema: unknown, path: string, visit: Visit): void {
  if (!isRecord(schema)) return;
  visit(schema, path);
  for (const [keyword, value] of Object.entries(schema)) {
    const below =
      keyword === "items" || keyword === "prefixItems"
        ? `${path}[]`
        : keyword === "additionalProperties"
          ? `${path}{}`
          : path;
    const holding = holdingOf(keyword);
    if (holding === "schema") walk(value, below, visit);
    if (holding === "list" && Array.isArray(value)) for (const each of value) walk(each, below, visit);
    if (holding === "map" && isRecord(value)) {
      for (const [name, each] of Object.entries(value))
        walk(each, keyword === "properties" ? `${path}.${name}` : path, visit);
    }
  }
}

function patternFaults(schema: JsonSchema, path: string): SchemaFault[] {
  const patterns = [
    schema.pattern,
    ...(isRecord(schema.patternProperties) ? Object.keys(schema.patternProperties) : []),
  ];
  return patterns
    .filter((pattern) => typeof pattern === "string" && !compiles(pattern))
    .map((pattern) => ({
      path,
      message: `has the pattern ${JSON.stringify(pattern)}, which is not a regular expression`,
      hint: "correct the pattern; it is written as in JavaScript, without slashes and flags",
    }));
}

/** Authors write patterns with the `u` flag in mind, or without. */
function compiles(pattern: string): boolean {
  return ["u", ""].some((flag) => {
    try {
      new RegExp(pattern, flag);
      return true;
    } catch {
      return false;
    }
  });
}

/** The names that `$anchor` gives. */
function anchorsOf(schema: JsonSchema): ReadonlySet<string> {
  const anchors = new Set<string>();
  walk(schema, "", ({ $anchor, $dynamicAnchor }) => {
    if (typeof $anchor === "string") anchors.add($anchor);
    if (typeof $dynamicAnchor === "string") anchors.add($dynamicAnchor);
  });
  return anchors;
}

function referenceFaults(
  schema: JsonSchema,
  path: string,
  root: JsonSchema,
  anchors: ReadonlySet<string>,
): SchemaFault[] {
  const references = [schema.$ref, schema.$dynamicRef].filter((each) => typeof each === "string");
  return references
    .filter((reference) => !isLocal(reference, root, anchors))
    .map((reference) => ({
      path,
      message: `refers to ${JSON.stringify(reference)}, which is not in it`,
      hint: "put the schema under `$defs` and refer to it as `#/$defs/NAME`; nothing is fetched",
    }));
}

function circleFaults(reference: string | undefined, path: string): SchemaFault[] {
  if (reference === undefined) return [];
  const message = `refers to itself in a circle by ${JSON.stringify(reference)}, so that checking a value would never end`;
  return [{ path, message, hint: "put a property or a list between the schema and its own reference" }];
}

function isLocal(reference: string, root: JsonSchema, anchors: ReadonlySet<string>): boolean {
  return targetOf(reference, root) !== undefined || (reference.startsWith("#") && anchors.has(reference.slice(1)));
}
