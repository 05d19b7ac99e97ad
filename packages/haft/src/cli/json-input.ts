// JSON that somebody typed, or named with `@FILE` or `-`: a mistake in it is told with its place.

import type { Json, JsonObject } from "@haft/sdk/wire";
import { CommandError } from "../session/command-error.ts";
import { readNamedFile, readStandardInput } from "./input-text.ts";
import type { Surroundings } from "./invocation.ts";

/** How messages name it, and how it is typed. */
export interface JsonPlace {
  /** For example `--args`, or `the policy`. */
  readonly name: string;
  /** What could be typed, in quotes as a shell wants them. */
  readonly example: string;
}

/** The value of `JSON`, `@FILE` or `-`. */
export async function readJson(given: string, place: JsonPlace, surroundings: Surroundings): Promise<Json> {
  if (given !== "-" && !given.startsWith("@")) return parseTyped(given, place);
  return readJsonFile(given === "-" ? given : given.slice(1), surroundings, given);
}

/** The value of `FILE` or `-`; `typed` is how it stands on the command line. */
export async function readJsonFile(name: string, surroundings: Surroundings, typed = name): Promise<Json> {
  if (name === "-") return parseFrom("standard input", await readStandardInput(surroundings));
  return parseFrom(name, (await readNamedFile(name, surroundings, typed)).toString("utf8"));
}

/** The same, where it must be an object. */
export async function readJsonObject(given: string, place: JsonPlace, surroundings: Surroundings): Promise<JsonObject> {
  return asObject(await readJson(given, place, surroundings), place);
}

/** A value that must be an object. */
export function asObject(value: Json, place: JsonPlace): JsonObject {
  if (isJsonObject(value)) return value;
  const kind = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
  throw new CommandError("not_json", `${place.name} takes a JSON object, and got ${kind}`, {
    usage: true,
    hint: `for example ${place.example}`,
  });
}

/** Whether it is an object. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** JSON as it stands on the command line. */
export async function parseTyped(text: string, { name, example }: JsonPlace): Promise<Json> {
  const { parseStrictJson } = await import("@haft/contract/validation");
  const parsed = parseStrictJson(text);
  if (parsed.ok) return parsed.value;
  const where = `line ${parsed.line}, column ${parsed.column}: ${parsed.message}`;
  throw new CommandError("not_json", `${name} is not JSON: ${where}`, {
    usage: true,
    hint: isJsonByForm(text)
      ? "mend the value itself at that place: as it is, it would be changed silently"
      : `put the JSON in single quotes, so that the shell leaves it alone: ${example}`,
  });
}

async function parseFrom(source: string, text: string): Promise<Json> {
  const { parseStrictJson } = await import("@haft/contract/validation");
  const parsed = parseStrictJson(text);
  if (parsed.ok) return parsed.value;
  throw new CommandError("not_json", `${source}:${parsed.line}:${parsed.column} is not JSON: ${parsed.message}`, {
    usage: true,
    hint: `mend that line of ${source}`,
  });
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
