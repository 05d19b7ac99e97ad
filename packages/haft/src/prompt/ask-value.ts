// Asks for one value of a schema, until what is typed is one.

import type { JsonSchema } from "@haft/contract";
import type { Json } from "@haft/sdk/wire";
import type { Paint } from "../output/paint.ts";
import { plainLine } from "../output/plain-text.ts";
import { schemaType } from "../output/schema-type.ts";
import { asText } from "../output/wait.ts";
import type { LineReader } from "./line-reader.ts";
import { TextMisfit, textValue } from "./text-value.ts";

/** What asking works with. */
export interface Asking {
  readonly reader: LineReader;
  readonly paint: Paint;
  say(text: string): void;
}

/** Nobody wants to answer now. */
export const UNANSWERED = Symbol("unanswered");

/** A field that need not be there is not. */
const LEFT_OUT = Symbol("left out");

/** One of the choices, by its number or by itself. */
export async function askChoice(choices: readonly Json[], asking: Asking): Promise<Json | typeof UNANSWERED> {
  return askLines(choiceLines(choices, asking), asking);
}

/** A value of the schema; a record is asked for field by field. */
export async function askValue(
  schema: JsonSchema,
  root: JsonSchema,
  asking: Asking,
): Promise<Json | typeof UNANSWERED> {
  if (choicesOf(schema) === undefined && isFlatRecord(schema)) return askRecord(schema, root, asking);
  return askLines(linesFor(schema, root, asking), asking);
}

/** How a value is asked for on one line, and how that line is read. */
interface Lines {
  readonly prompt: string;
  readonly read: (typed: string) => Json;
}

function linesFor(schema: JsonSchema, root: JsonSchema, asking: Asking): Lines {
  const choices = choicesOf(schema);
  if (choices) return choiceLines(choices, asking);
  if (schema.type === "boolean") return { prompt: "yes or no", read: readYesOrNo };
  return { prompt: plainLine(schemaType(schema, root)), read: (typed) => fittingValue(typed, schema, root) };
}

/** Shows the choices. */
function choiceLines(choices: readonly Json[], asking: Asking): Lines {
  for (const [index, choice] of choices.entries()) {
    asking.say(`  ${asking.paint.strong(String(index + 1))}) ${plainLine(asText(choice))}\n`);
  }
  const read = (typed: string): Json => {
    // A choice that is itself a number comes before the number of a line.
    const itself = choices.find((choice) => asText(choice) === typed);
    const chosen = itself ?? (/^[0-9]+$/.test(typed) ? choices[Number(typed) - 1] : undefined);
    if (chosen === undefined) throw new TextMisfit(`type a number from 1 to ${choices.length}, or one of the choices`);
    return chosen;
  };
  return { prompt: `1–${choices.length}`, read };
}

/** As the schema reads it. Of the value that does not fit, the misfit says what it is. */
function fittingValue(typed: string, schema: JsonSchema, root: JsonSchema): Json {
  try {
    return textValue(typed, schema, root);
  } catch (error) {
    throw error instanceof TextMisfit ? new TextMisfit(`it ${error.message}`) : error;
  }
}

async function askRecord(schema: JsonSchema, root: JsonSchema, asking: Asking): Promise<Json | typeof UNANSWERED> {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const record: Record<string, Json> = {};
  for (const [name, field] of Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>)) {
    const description = typeof field.description === "string" ? ` – ${plainLine(field.description)}` : "";
    asking.say(`${asking.paint.strong(plainLine(name))}${description}\n`);
    const value = required.has(name) ? await askValue(field, root, asking) : await askOptional(field, root, asking);
    if (value === UNANSWERED) return UNANSWERED;
    if (value !== LEFT_OUT) record[name] = value;
  }
  return record;
}

function askLines({ prompt, read }: Lines, asking: Asking): Promise<Json | typeof UNANSWERED> {
  return askUntil(`${prompt}: `, asking, read);
}

/** It can be left out at each try: what was typed before need not be mended. */
function askOptional(schema: JsonSchema, root: JsonSchema, asking: Asking) {
  const { prompt, read } = linesFor(schema, root, asking);
  const readOrLeave = (typed: string) => (typed === "" ? LEFT_OUT : read(typed));
  return askUntil<Json | typeof LEFT_OUT>(`${prompt}, or Enter to leave it out: `, asking, readOrLeave);
}

async function askUntil<Value>(
  prompt: string,
  asking: Asking,
  read: (typed: string) => Value,
): Promise<Value | typeof UNANSWERED> {
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
