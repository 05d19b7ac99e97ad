// The JSON Schema of a Zod 3 text, from its checks.

import type { JsonObject } from "../../wire/json.ts";
import type { Zod3Check, Zod3Definition } from "./zod3-value.ts";

const FORMATS: Readonly<Record<string, string>> = {
  email: "email",
  url: "uri",
  uuid: "uuid",
  datetime: "date-time",
  date: "date",
  time: "time",
  duration: "duration",
};

const PATTERNS: Readonly<Record<string, string>> = {
  cuid: "^[cC][^\\s-]{8,}$",
  cuid2: "^[0-9a-z]+$",
  ulid: "^[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}$",
  nanoid: "^[a-zA-Z0-9_-]{21}$",
  base64url: "^[A-Za-z0-9_-]*={0,2}$",
  jwt: "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*$",
};

/** Steps that change the text: a check behind one is made of the changed text, and says nothing about the argument. */
const CHANGES = new Set(["trim", "toLowerCase", "toUpperCase"]);

/** Checks without a form in JSON Schema (emoji, cidr …) are left to the parse inside. */
export function textSchema(definition: Zod3Definition): JsonObject {
  const parts: JsonObject[] = [];
  for (const check of definition.checks ?? earlyChecks(definition)) {
    if (CHANGES.has(check.kind)) break;
    const part = partOf(check);
    if (part !== undefined) parts.push(part);
  }
  return combine({ type: "string" }, parts);
}

/** What releases before 3.5 say in fields of their own. */
function earlyChecks(definition: Zod3Definition): Zod3Check[] {
  const kinds = { email: definition.isEmail, url: definition.isURL, uuid: definition.isUUID };
  return [
    ...(definition.minLength ? [{ kind: "min", value: definition.minLength.value }] : []),
    ...(definition.maxLength ? [{ kind: "max", value: definition.maxLength.value }] : []),
    ...Object.entries(kinds).flatMap(([kind, asked]) => (asked ? [{ kind }] : [])),
  ];
}

function partOf(check: Zod3Check): JsonObject | undefined {
  const { kind, value } = check;
  if (FORMATS[kind] !== undefined) return { format: FORMATS[kind] };
  if (PATTERNS[kind] !== undefined) return { pattern: PATTERNS[kind] };
  if (kind === "ip" && check.version !== undefined) return { format: check.version === "v4" ? "ipv4" : "ipv6" };
  if (kind === "ip") return { anyOf: [{ format: "ipv4" }, { format: "ipv6" }] };
  if (kind === "base64") return { contentEncoding: "base64" };
  // Flags that change what matches have no form in JSON Schema.
  if (kind === "regex" && check.regex !== undefined)
    return /[ims]/.test(check.regex.flags) ? undefined : { pattern: check.regex.source };
  if (typeof value === "number") return lengthOf(kind, value);
  return typeof value === "string" ? partOfText(kind, value) : undefined;
}

function lengthOf(kind: string, value: number): JsonObject | undefined {
  if (kind === "min") return { minLength: value };
  if (kind === "max") return { maxLength: value };
  return kind === "length" ? { minLength: value, maxLength: value } : undefined;
}

function partOfText(kind: string, value: string): JsonObject | undefined {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  if (kind === "startsWith") return { pattern: `^${escaped}` };
  if (kind === "endsWith") return { pattern: `${escaped}$` };
  return kind === "includes" ? { pattern: escaped } : undefined;
}

/** Puts the parts beside each other; one whose keyword is taken by another value goes into `allOf`. */
function combine(base: JsonObject, parts: readonly JsonObject[]): JsonObject {
  const schema: Record<string, JsonObject[string]> = { ...base };
  const further: JsonObject[] = [];
  for (const part of parts) {
    const taken = Object.keys(part).some((keyword) => keyword in schema && schema[keyword] !== part[keyword]);
    if (taken) further.push(part);
    else Object.assign(schema, part);
  }
  return further.length === 0 ? schema : { ...schema, allOf: further };
}
