// A schema of a definition, from what the inside says to one that Haft can use: 2020-12, valid, self-contained, and for the
// input of an object. Beyond that it stays as its author wrote it.

import type { DefinitionMessage, DefinitionSchema } from "@haft/sdk/wire";
import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from "../schema/limits.ts";
import { BadSchema, compiledCheck } from "../validation/compile.ts";
import type { Faults } from "./faults.ts";
import { findField, showFound } from "./found.ts";
import { isRecord } from "./message-shape.ts";
import { asObjectSchema } from "./schemas/object-schema.ts";
import { schemaFaults } from "./schemas/schema-faults.ts";
import { toCurrentDraft } from "./schemas/to-current-draft.ts";

type SchemaField = "inputSchema" | "outputSchema";

/** The schema, or undefined: where `outputSchema` is left out, or with its faults told. */
export function readSchema(message: DefinitionMessage, field: SchemaField, faults: Faults): JsonSchema | undefined {
  const given = Object.hasOwn(message.schemas, field) ? message.schemas[field] : undefined;
  if (given === undefined) return missing(message, field, faults);
  if (!given.ok) return inexpressible(given, field, faults);
  const tooLarge = limitOf(given.schema);
  if (tooLarge !== undefined) {
    const text = `the \`${field}\` of ${faults.subject} is too large: ${tooLarge}`;
    faults.add({ field, code: "HAFT102", message: text, hint: "take fewer or simpler arguments" });
    return undefined;
  }
  if (!isRecord(given.schema)) {
    faults.add({
      field,
      message: `the \`${field}\` of ${faults.subject} is ${showFound({ kind: "data", value: given.schema })}, which describes no object`,
      hint: EXAMPLE,
    });
    return undefined;
  }
  return settle(given.schema, field, faults);
}

const EXAMPLE =
  'write `z.object({ … })`, or a JSON Schema such as `{ type: "object", properties: { city: { type: "string" } }, required: ["city"] }`';

function missing(message: DefinitionMessage, field: SchemaField, faults: Faults): undefined {
  const found = findField(message, field);
  if (found.kind === "missing" && field === "outputSchema") return undefined;
  faults.add({
    field,
    isMissing: found.kind === "missing",
    message: `${faults.subject} ${found.kind === "missing" ? `has no \`${field}\`` : `has ${showFound(found)} as its \`${field}\`, not a schema`}`,
    hint: EXAMPLE,
  });
  return undefined;
}

/** What JSON Schema cannot express: each place its own fault. */
function inexpressible(given: DefinitionSchema & { ok: false }, field: SchemaField, faults: Faults): undefined {
  for (const { path, message } of [given, ...(given.others ?? [])].slice(0, 50)) {
    const { said, remedy = EXAMPLE } = takeApart(message.slice(0, 600));
    faults.add({
      field,
      path,
      message: `in ${faults.subject}, \`${field}${path.slice(0, 200)}\`: ${said}`,
      hint: remedy,
      parameter: parameterOf(field, path),
    });
  }
  return undefined;
}

/** What is said inside ends in what to use instead, after a semicolon or as a sentence of its own. */
function takeApart(message: string): { readonly said: string; readonly remedy?: string } {
  const [, said, remedy] = /^(.*?)(?:; |\. )(.*)$/s.exec(message) ?? [];
  if (said === undefined || remedy === undefined) return { said: asPart(message) };
  return { said: asPart(said), remedy: asPart(remedy) };
}

/** A sentence as a part of another. */
function asPart(sentence: string): string {
  const open = sentence.replace(/\.$/, "");
  return /^[A-Z]([a-z]| )/.test(open) ? open.charAt(0).toLowerCase() + open.slice(1) : open;
}

/** `.when.at[]` lies in the argument `when`. */
function parameterOf(field: SchemaField, path: string): string | undefined {
  const parameter = /^\.([^.[{]+)/.exec(path)?.[1]?.slice(0, 100);
  return field === "inputSchema" ? parameter : undefined;
}

function settle(schema: JsonSchema, field: SchemaField, faults: Faults): JsonSchema | undefined {
  const current = toCurrentDraft(schema);
  const wrong = "schema" in current ? schemaFaults(current.schema) : [{ path: "", ...current }];
  for (const { path, message, hint } of wrong) {
    const text = `the \`${field}\` of ${faults.subject} ${message}`;
    faults.add({ field, path, message: text, hint });
  }
  if (wrong.length > 0 || !("schema" in current)) return undefined;
  return usable(current.schema, field, faults);
}

function usable(schema: JsonSchema, field: SchemaField, faults: Faults): JsonSchema | undefined {
  try {
    // As it will be compiled for calls.
    compiledCheck(schema);
  } catch (error) {
    if (!(error instanceof BadSchema)) throw error;
    const text = `the \`${field}\` of ${faults.subject} cannot be compiled: ${error.message.slice(0, 300)}`;
    faults.add({ field, message: text, hint: "correct what the message names" });
    return undefined;
  }
  if (field === "outputSchema") return schema;
  const object = asObjectSchema(schema);
  if (object !== undefined) return object;
  faults.add({
    field,
    message: `the \`${field}\` of ${faults.subject} does not describe an object; a model passes arguments by name`,
    hint: EXAMPLE,
  });
  return undefined;
}

/** Measured without recursion: the schema comes from inside. */
function limitOf(schema: unknown): string | undefined {
  let level: unknown[] = [schema];
  // A schema's own nesting takes up to two levels of JSON each.
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 2 * MAX_SCHEMA_DEPTH) return `it is nested deeper than ${MAX_SCHEMA_DEPTH}`;
    level = level.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  return bytes > MAX_SCHEMA_BYTES
    ? `it has ${Math.ceil(bytes / 1024)} KiB, more than ${MAX_SCHEMA_BYTES / 1024}`
    : undefined;
}
