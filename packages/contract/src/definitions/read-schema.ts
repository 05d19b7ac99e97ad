// A schema of a definition, from what the inside says to one that Haft can use: 2020-12, valid, self-contained, and for the
// input of an object. Beyond that it stays as its author wrote it.

import type { DefinitionMessage, DefinitionSchema } from "@haft/sdk/wire";
import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from "../schema/limits.ts";
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
    const text = `The \`${field}\` of ${faults.subject} is too large: ${tooLarge}.`;
    faults.add({ field, code: "HAFT102", message: text, hint: "Take fewer or simpler arguments." });
    return undefined;
  }
  if (!isRecord(given.schema)) {
    faults.add({
      field,
      message: `The \`${field}\` of ${faults.subject} is ${showFound({ kind: "data", value: given.schema })}, which describes no object.`,
      hint: EXAMPLE,
    });
    return undefined;
  }
  return settle(given.schema, field, faults);
}

const EXAMPLE =
  'Write `z.object({ … })`, or a JSON Schema such as `{ type: "object", properties: { city: { type: "string" } }, required: ["city"] }`.';

function missing(message: DefinitionMessage, field: SchemaField, faults: Faults): undefined {
  const found = findField(message, field);
  if (found.kind === "missing" && field === "outputSchema") return undefined;
  faults.add({
    field,
    isMissing: found.kind === "missing",
    message: `${faults.subject} ${found.kind === "missing" ? `has no \`${field}\`` : `has ${showFound(found)} as its \`${field}\`, not a schema`}.`,
    hint: EXAMPLE,
  });
  return undefined;
}

/** What JSON Schema cannot express: each place its own fault. */
function inexpressible(given: DefinitionSchema & { ok: false }, field: SchemaField, faults: Faults): undefined {
  for (const { path, message } of [given, ...(given.others ?? [])].slice(0, 50)) {
    const [said = "", remedy] = splitOnce(message.slice(0, 600), "; ");
    faults.add({
      field,
      path,
      message: `In ${faults.subject}, \`${field}${path.slice(0, 200)}\`: ${remedy === undefined ? said : `${said}.`}`,
      hint: remedy === undefined ? EXAMPLE : remedy.charAt(0).toUpperCase() + remedy.slice(1),
      ...parameterOf(field, path),
    });
  }
  return undefined;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** `.when.at[]` lies in the argument `when`. */
function parameterOf(field: SchemaField, path: string): { parameter?: string } {
  const parameter = /^\.([^.[{]+)/.exec(path)?.[1]?.slice(0, 100);
  return field === "inputSchema" && parameter !== undefined ? { parameter } : {};
}

function settle(schema: JsonSchema, field: SchemaField, faults: Faults): JsonSchema | undefined {
  const current = toCurrentDraft(schema);
  const wrong = "schema" in current ? schemaFaults(current.schema) : [{ path: "", ...current }];
  for (const { path, message, hint } of wrong) {
    const text = `The \`${field}\` of ${faults.subject} ${message}.`;
    faults.add({ field, path, message: text, hint });
  }
  if (wrong.length > 0 || !("schema" in current)) return undefined;
  if (field === "outputSchema") return current.schema;
  const object = asObjectSchema(current.schema);
  if (object !== undefined) return object;
  faults.add({
    field,
    message: `The \`${field}\` of ${faults.subject} does not describe an object; a model passes arguments by name.`,
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
