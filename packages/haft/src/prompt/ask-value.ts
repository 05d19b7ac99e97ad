// Asks for one value of a schema, until what is typed is one.

import type { JsonSchema } from "@haft/contract";
import type { Json } from "@haft/sdk/wire";
import { TextMisfit, textValue } from "../cli/text-value.ts";
import type { Paint } from "../output/paint.ts";
import { plainLine } from "../output/plain-text.ts";
import { schemaType } from "../output/schema-type.ts";
import { asText } from "../output/wait.ts";
import type { LineReader } from "./line-reader.ts";

/** What asking works with. */
export interface Asking {
  readonly reader: LineReader;
  readonly paint: Paint;
  say(text: string): void;
}

/** Nobody wants to answer now. */
export const UNANSWERED = Symbol("unanswered");

/** One of the choices, by its number or by itself. */
export async function askChoice(choices: readonly Json[], asking: Asking): Promise<Json | typeof UNANSWERED> {
  for (const [index, choice] of choices.entries()) {
    asking.say(`  ${asking.paint.strong(String(index + 1))}) ${plainLine(asText(choice))}\n`);
  }
  return askUntil(`1–${choices.length}: `, asking, (typed) => {
    // A choice that is itself a number comes before the number of a line.
    const itself = choices.find((choice) => asText(choice) === typed);
    const chosen = itself ?? (/^[0-9]+$/.test(typed) ? choices[Number(typed) - 1] : undefined);
    if (chosen === undefined) throw new TextMisfit(`type a number from 1 to ${choices.length}, or one of the choices`);
    return chosen;
  });
}

/** A value of the schema; a record is asked for field by field. */
export async function askValue(
  schema: JsonSchema,
  root: JsonSchema,
  asking: Asking,
): Promise<Json | typeof UNANSWERED> {
  const choices = choicesOf(schema);
  if (choices) return askChoice(choices, asking);
  if (schema.type === "boolean") return askUntil("yes or no: ", asking, readYesOrNo);
  if (isFlatRecord(schema)) return askRecord(schema, root, asking);
  return askUntil(`${plainLine(schemaType(schema, root))}: `, asking, (typed) => textValue(typed, schema, root));
}

async function askRecord(schema: JsonSchema, root: JsonSchema, asking: Asking): Promise<Json | typeof UNANSWERED> {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const record: Record<string, Json> = {};
  for (const [name, field] of Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>)) {
    const description = typeof field.description === "string" ? ` – ${plainLine(field.description)}` : "";
    asking.say(`${asking.paint.strong(plainLine(name))}${description}\n`);
    if (!required.has(name)) {
      const typed = await asking.reader.line(`${plainLine(schemaType(field, root))}, or Enter to leave it out: `);
      if (typed === undefined) return UNANSWERED;
      if (typed === "") continue;
      const value = await orAskAgain(typed, field, root, asking);
      if (value === UNANSWERED) return UNANSWERED;
      record[name] = value;
      continue;
    }
    const value = await askValue(field, root, asking);
    if (value === UNANSWERED) return UNANSWERED;
    record[name] = value;
  }
  return record;
}

async function orAskAgain(
  typed: string,
  schema: JsonSchema,
  root: JsonSchema,
  asking: Asking,
): Promise<Json | typeof UNANSWERED> {
  try {
    return textValue(typed, schema, root);
  } catch (error) {
    if (!(error instanceof TextMisfit)) throw error;
    asking.say(`${asking.paint.error("that does not fit:")} it ${error.message}\n`);
    return askValue(schema, root, asking);
  }
}

async function askUntil(
  prompt: string,
  asking: Asking,
  read: (typed: string) => Json,
): Promise<Json | typeof UNANSWERED> {
  for (;;) {
    const typed = await asking.reader.line(prompt);
    if (typed === undefined) return UNANSWERED;
    try {
      return read(typed);
    } catch (error) {
      if (!(error instanceof TextMisfit)) throw error;
      asking.say(`${asking.paint.error("that does not fit:")} ${error.message}\n`);
    }
  }
}

function readYesOrNo(typed: string): boolean {
  const word = typed.trim().toLowerCase();
  if (["yes", "y", "true"].includes(word)) return true;
  if (["no", "n", "false"].includes(word)) return false;
  throw new TextMisfit("type yes or no");
}

function choicesOf(schema: JsonSchema): readonly Json[] | undefined {
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function isFlatRecord(schema: JsonSchema): boolean {
  if (schema.type !== "object" || typeof schema.properties !== "object" || schema.properties === null) return false;
  const fields: unknown[] = Object.values(schema.properties);
  return fields.length > 0 && fields.every((field) => typeof field === "object" && field !== null);
}
