// Masking (I12): where a value enters the engine, every secret in it becomes `[secret NAME]`, in keys and strings at any
// depth, also where it was JSON-escaped, percent-encoded or written in base64 or hex, and over several lines.

import { isObject, type Json } from "../json/json.ts";
import type { SecretValue } from "../ports/secrets.ts";
import { findSecrets } from "./find-secrets.ts";
import { FormSearch } from "./form-search.ts";
import { formsOf } from "./forms.ts";
import { createMaskedStream, type MaskedStream } from "./masked-stream.ts";

/** Replaces secrets in values. */
export interface Masker {
  text(text: string): string;
  value<T extends Json>(value: T): T;
  /** For text that comes in pieces: a secret that is cut by their borders is masked, too. */
  stream(): MaskedStream;
}

/** A masker of these secrets. */
export function createMasker(secrets: readonly SecretValue[]): Masker {
  const search = searchFor(secrets);
  return maskerBy(() => search);
}

/** What finds these secrets; null where there is nothing to hide. */
export function searchFor(secrets: readonly SecretValue[]): FormSearch | null {
  const forms = secrets.flatMap(({ name, value }) => formsOf(name, value));
  return forms.length === 0 ? null : new FormSearch(forms);
}

/** A masker that looks for what is to be looked for at that moment, also in streams that have begun before. */
export function maskerBy(search: () => FormSearch | null): Masker {
  const text = (given: string): string => {
    const forms = search();
    return forms === null ? given : maskText(forms, given);
  };
  return {
    text,
    value: (value) => (search() === null ? value : mask(value, text)),
    stream: () => createMaskedStream(search),
  };
}

function maskText(search: FormSearch, text: string): string {
  // Most texts are like this: nothing to be read in another way, and nothing in it that a secret begins with.
  if (!/[\\%\r\n]/.test(text) && !search.mayHold(text)) return text;
  const { found } = findSecrets(search, text, true);
  if (found.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const one of found) {
    parts.push(text.slice(from, one.from), `[secret ${one.name}]`);
    from = one.to;
  }
  return parts.join("") + text.slice(from);
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
