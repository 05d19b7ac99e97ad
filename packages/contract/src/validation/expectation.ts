// What a schema expects, in a few words: "a whole number, at least 1", "one of "low", "high"".

import type { JsonSchema } from "../descriptor/tool-descriptor.ts";
import { isObject } from "./resolve-reference.ts";

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  null: "null",
  array: "a list",
  object: "an object",
};

const FORMAT_WORDS: Readonly<Record<string, string>> = {
  date: "a date such as 2026-01-31",
  "date-time": "a date and time such as 2026-01-31T09:30:00Z",
  time: "a time such as 09:30:00",
  duration: "a duration such as PT1H30M",
  email: "an e-mail address",
  uri: "an address such as https://example.com/",
  uuid: "a UUID",
  ipv4: "an IPv4 address",
  ipv6: "an IPv6 address",
};

/** What each keyword asks for beyond the type. */
const KEYWORD_WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  minimum: (value) => `at least ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMinimum: (value) => `above ${value}`,
  exclusiveMaximum: (value) => `below ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minLength: (value) => `at least ${count(value, "character")}`,
  maxLength: (value) => `at most ${count(value, "character")}`,
  pattern: (value) => `matching ${value}`,
  minItems: (value) => `at least ${count(value, "item")}`,
  maxItems: (value) => `at most ${count(value, "item")}`,
  uniqueItems: () => "no two items alike",
  minProperties: (value) => `at least ${count(value, "entry", "entries")}`,
  maxProperties: (value) => `at most ${count(value, "entry", "entries")}`,
};

function count(value: unknown, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`;
}

function or(words: readonly string[]): string {
  const distinct = [...new Set(words)];
  const last = distinct.pop() ?? "";
  return distinct.length === 0 ? last : `${distinct.join(", ")} or ${last}`;
}

/** Values as a list, cut where nobody reads on. */
function values(list: readonly unknown[]): string {
  const shown = list.slice(0, 12).map((value) => JSON.stringify(value));
  return shown.join(", ") + (list.length > shown.length ? ", …" : "");
}

function typeWords(schema: JsonSchema): string {
  if (typeof schema.format === "string" && FORMAT_WORDS[schema.format] !== undefined) {
    const format = FORMAT_WORDS[schema.format] ?? "";
    return Array.isArray(schema.type)
      ? or([format, ...schema.type.filter((type) => type !== "string").map(wordOf)])
      : format;
  }
  if (Array.isArray(schema.type)) return or(schema.type.map(wordOf));
  return schema.type === undefined ? "a value" : wordOf(schema.type);
}

function wordOf(type: unknown): string {
  return TYPE_WORDS[String(type)] ?? String(type);
}

function referenceWords(reference: string): string {
  return decodeURIComponent(reference.split("/").at(-1) ?? "value");
}

/** A member of a choice: its types one by one, where it says nothing else. */
function memberWords(member: JsonSchema): string[] {
  const { type, description, ...rest } = member;
  return Array.isArray(type) && Object.keys(rest).length === 0 ? type.map(wordOf) : [expectation(member)];
}

/** What a schema expects. `keyword`: the one that was not met, named first of the limits. */
export function expectation(schema: JsonSchema, keyword?: string): string {
  if (Object.hasOwn(schema, "const")) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return `one of ${values(schema.enum)}`;
  const members = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (members !== undefined) return or(members.filter(isObject).flatMap(memberWords));
  if (typeof schema.$ref === "string") return referenceWords(schema.$ref);
  const limits = Object.entries(KEYWORD_WORDS)
    .filter(([name]) => schema[name] !== undefined && (keyword === undefined || keyword === "type" || keyword === name))
    .map(([name, words]) => words(schema[name]));
  return [typeWords(schema), ...limits].join(", ");
}
