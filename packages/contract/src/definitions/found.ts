// What was found in a field, in words for a message.

import type { DefinitionMessage } from "@haft/sdk/wire";

/** How a definition holds a field. */
export type FoundField =
  | { readonly kind: "missing" }
  | { readonly kind: "data"; readonly value: unknown }
  | { readonly kind: "other"; readonly words: string };

/** Looks a field up, wherever the message tells it. */
export function findField(message: DefinitionMessage, field: string): FoundField {
  if (Object.hasOwn(message.fields, field)) return { kind: "data", value: message.fields[field] };
  if (message.functions.includes(field)) return { kind: "other", words: "a function" };
  const other =
    message.others !== undefined && Object.hasOwn(message.others, field) ? message.others[field] : undefined;
  if (other !== undefined) return { kind: "other", words: other.slice(0, 200) };
  if (Object.hasOwn(message.schemas, field)) return { kind: "other", words: "a schema" };
  return { kind: "missing" };
}

/** `"fast"`, `a list`, `{"required":"yes"}` … short enough for a sentence. */
export function showFound(found: FoundField): string {
  if (found.kind === "missing") return "nothing";
  if (found.kind === "other") return found.words;
  const text = JSON.stringify(found.value);
  return `\`${text.length > 80 ? `${text.slice(0, 77)}…` : text}\``;
}
