// Masking (I12): where a value enters the engine, every secret in it becomes `[secret NAME]`, in keys and strings at any
// depth, also where it was JSON-escaped, percent-encoded or written in base64 or hex.

import { isObject, type Json } from "../json/json.ts";
import type { SecretValue } from "../ports/secrets.ts";
import { createMaskedStream, type MaskedStream } from "./masked-stream.ts";

/** Shorter values cannot be told from text. */
const SHORTEST = 8;

/** Replaces secrets in values. */
export interface Masker {
  text(text: string): string;
  value<T extends Json>(value: T): T;
  /** The text of a JSON document: also where a secret is written with escapes that JSON allows and nobody needs. */
  json(text: string): string;
  /** For text that comes in pieces: a secret that is cut by their borders is masked, too. */
  stream(): MaskedStream;
}

/** A masker of these secrets; the longest form is looked for first, so that none is left half. */
export function createMasker(secrets: readonly SecretValue[]): Masker {
  const names = new Map<string, string>();
  for (const { name, value } of secrets) {
    if (value.length < SHORTEST) continue;
    for (const form of formsOf(value)) if (!names.has(form)) names.set(form, name);
  }
  if (names.size === 0) return NO_MASK;
  const forms = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map(literally).join("|"), "g");
  const text = (given: string): string => given.replace(pattern, (form) => `[secret ${names.get(form) ?? "?"}]`);
  return {
    text,
    value: (value) => mask(value, text),
    json: (given) => text(withoutNeedlessEscapes(text(given))),
    stream: () => createMaskedStream(forms, text),
  };
}

/** Where there is nothing to hide. */
const NO_MASK: Masker = Object.freeze({
  text: (text: string) => text,
  value: <T extends Json>(value: T) => value,
  json: (text: string) => text,
  stream: () => ({ push: (piece: string) => piece, end: () => "" }),
});

/** The same document with every character written as itself that may be. */
function withoutNeedlessEscapes(text: string): string {
  return text.replace(/\\(?:\\|u([0-9a-fA-F]{4})|\/)/g, (written, code: string | undefined) => {
    if (written === "\\/") return "/";
    const unit = code === undefined ? 0 : Number.parseInt(code, 16);
    // Control characters, the quote and the backslash need theirs; half of a surrogate pair is nobody's secret.
    const needed = unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff);
    return needed ? written : String.fromCharCode(unit);
  });
}

/** Every way in which a value may be written. */
function formsOf(value: string): ReadonlySet<string> {
  const bytes = Buffer.from(value);
  const percent = encodeURIComponent(value);
  const hex = bytes.toString("hex");
  return new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    percent,
    percent.replaceAll("%20", "+"),
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    ...base64Forms(bytes),
    hex,
    hex.toUpperCase(),
  ]);
}

/** In base64 a value looks different by where in the text it begins: the characters that only it decides, for each of the three. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const own = encoded.slice(first, last);
    return own.length < SHORTEST ? [] : [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function mask<T extends Json>(value: T, text: (given: string) => string): T {
  // The result has the shape of the value: text stays text, lists keep their lengths.
  return masked(value, text) as T;
}

function masked(value: Json, text: (given: string) => string): Json {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item: Json) => masked(item, text));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), masked(item, text)]));
}
