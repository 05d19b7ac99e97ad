// The arguments of a call: `--args` gives all of them as JSON, each `--arg k=v` adds or replaces one.

import type { JsonSchema, ToolDescriptor } from "@haft/contract";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { itemSchema, TextMisfit, takesList, textValue } from "../prompt/text-value.ts";
import { CommandError } from "../session/command-error.ts";
import { toSeeArguments } from "../session/see-arguments.ts";
import { readNamedFile } from "./input-text.ts";
import type { Surroundings } from "./invocation.ts";
import { readJsonObject } from "./json-input.ts";
import { splitPair } from "./pairs.ts";

/** As given on the command line. */
export interface ArgumentFlags {
  readonly arg?: readonly string[];
  readonly args?: string;
}

const ARGS = { name: "--args", example: `--args '{"name": "Ada"}'` };

/** The name that somebody probably meant. */
export type Nearest = (name: string, candidates: Iterable<string>) => string | undefined;

/** One `--arg`: its text, or the bytes of the file it names. */
type Given = { readonly name: string; readonly value: string | Buffer };

/** Reads what the flags point to; the result makes the arguments of a tool once it is known. */
export async function readArguments(
  flags: ArgumentFlags,
  surroundings: Surroundings,
  nearest: Nearest,
  path: string,
): Promise<(tool: ToolDescriptor) => JsonObject> {
  const all = flags.args === undefined ? {} : await readJsonObject(flags.args, ARGS, surroundings);
  const given: Given[] = [];
  for (const text of flags.arg ?? []) {
    const [name, value] = splitPair(text, "--arg", "name=Ada");
    given.push({ name, value: await readValue(value, surroundings) });
  }
  return (tool) => ({ ...all, ...namedArguments(given, tool, nearest, path) });
}

/** `@FILE` is the file's content; `@@text` is text that begins with `@`. */
async function readValue(value: string, surroundings: Surroundings): Promise<string | Buffer> {
  if (value.startsWith("@@")) return value.slice(1);
  return value.startsWith("@") ? readNamedFile(value.slice(1), surroundings) : value;
}

function namedArguments(given: readonly Given[], tool: ToolDescriptor, nearest: Nearest, path: string): JsonObject {
  const result: Record<string, Json> = {};
  for (const name of new Set(given.map((one) => one.name))) {
    const values = given.filter((one) => one.name === name).map((one) => one.value);
    result[name] = argumentValue(name, values, tool, nearest, path);
  }
  return result;
}

function argumentValue(
  name: string,
  values: readonly (string | Buffer)[],
  tool: ToolDescriptor,
  nearest: Nearest,
  path: string,
): Json {
  const schema = schemaOf(name, tool, nearest, path);
  try {
    if (!takesList(schema, tool.inputSchema)) {
      if (values.length > 1) throw new TextMisfit(`takes one value, and was given ${values.length}`);
      return values.map((value) => fittedValue(value, schema, tool.inputSchema))[0] ?? null;
    }
    const [first] = values;
    if (values.length === 1 && first !== undefined && first.toString().trimStart().startsWith("[")) {
      return fittedValue(first, schema, tool.inputSchema);
    }
    const item = itemSchema(schema, tool.inputSchema);
    return values.map((value) => fittedValue(value, item, tool.inputSchema));
  } catch (error) {
    if (!(error instanceof TextMisfit)) throw error;
    throw new CommandError("invalid_arguments", `argument \`${name}\` of ${tool.name} ${error.message}`, {
      usage: true,
      hint: `see what it takes: ${toSeeArguments(path)}`,
    });
  }
}

/** The schema of one argument. Throws for one that the tool does not have. */
function schemaOf(name: string, tool: ToolDescriptor, nearest: Nearest, path: string): JsonSchema {
  const properties = (tool.inputSchema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own) return own;
  const open = tool.inputSchema.additionalProperties;
  if (open !== false) return typeof open === "object" && open !== null ? (open as JsonSchema) : {};
  const names = Object.keys(properties);
  const near = nearest(name, names);
  const has = names.length === 0 ? "it takes no arguments" : `it takes ${names.join(", ")}`;
  throw new CommandError("unknown_argument", `${tool.name} has no argument \`${name}\`: ${has}`, {
    usage: true,
    hint:
      near === undefined ? `leave it out, or see the tool: ${toSeeArguments(path)}` : `did you mean --arg ${near}=…?`,
  });
}

function fittedValue(value: string | Buffer, schema: JsonSchema, root: JsonSchema): Json {
  if (typeof value === "string") return textValue(value, schema, root);
  // The bytes of a file travel as base64 where the schema says so.
  return schema.contentEncoding === "base64"
    ? value.toString("base64")
    : textValue(value.toString("utf8"), schema, root);
}
