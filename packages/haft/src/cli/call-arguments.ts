// The arguments of a call: `--args` gives all of them as JSON, each `--arg k=v` adds or replaces one.

import type { JsonSchema, ToolDescriptor } from "@haft/contract";
import { parseStrictJson } from "@haft/contract/validation";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { readNamedFile, readText } from "./input-text.ts";
import type { Surroundings } from "./invocation.ts";
import { splitPair } from "./pairs.ts";
import { toSeeArguments } from "./see-arguments.ts";
import { CommandError } from "./session.ts";
import { itemSchema, TextMisfit, takesList, textValue } from "./text-value.ts";

/** As given on the command line. */
export interface ArgumentFlags {
  readonly arg?: readonly string[];
  readonly args?: string;
}

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
  const all = flags.args === undefined ? {} : parseObject(await readText(flags.args, surroundings), "--args");
  const given: Given[] = [];
  for (const text of flags.arg ?? []) {
    const [name, value] = splitPair(text, "--arg", "name=Ada");
    given.push({ name, value: await readValue(value, surroundings) });
  }
  return (tool) => ({ ...all, ...namedArguments(given, tool, nearest, path) });
}

/** A JSON object that somebody typed; `flag` names it in messages. */
export function parseObject(text: string, flag: string): JsonObject {
  const value = parseJson(text, flag);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  throw new CommandError("not_json", `${flag} takes a JSON object, and got ${kind}`, {
    usage: true,
    hint: `for example ${flag} '{"name": "Ada"}'`,
  });
}

/** A JSON document that somebody typed. */
export function parseJson(text: string, flag: string): Json {
  const parsed = parseStrictJson(text);
  if (parsed.ok) return parsed.value;
  throw new CommandError(
    "not_json",
    `${flag} is not JSON: line ${parsed.line}, column ${parsed.column}: ${parsed.message}`,
    {
      usage: true,
      hint: isJsonByForm(text)
        ? `mend the value itself at that place: as it is, it would be changed silently`
        : `put the JSON in single quotes, so that the shell leaves it alone: ${flag} '{"name": "Ada"}'`,
    },
  );
}

/** Whether it is JSON by its form, so that no quoting can mend it: a name given twice, an inexact number, half a character. */
function isJsonByForm(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
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
