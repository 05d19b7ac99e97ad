// Whether an answer of the inside has the shape of a definition: nothing that comes from there is believed.

import type { DefinitionMessage } from "@haft/sdk/wire";

/** A guard for what arrived as JSON. */
export function isDefinitionMessage(message: unknown): message is DefinitionMessage {
  return (
    isRecord(message) &&
    message.type === "definition" &&
    isRecord(message.fields) &&
    Array.isArray(message.functions) &&
    message.functions.every((name) => typeof name === "string") &&
    isRecord(message.schemas) &&
    Object.values(message.schemas).every(isSchema) &&
    (message.others === undefined || areTexts(message.others))
  );
}

function isSchema(value: unknown): boolean {
  if (!isRecord(value) || typeof value.vendor !== "string") return false;
  if (value.ok === true) return "schema" in value;
  const { others } = value;
  return (
    value.ok === false && isMark(value) && (others === undefined || (Array.isArray(others) && others.every(isMark)))
  );
}

function isMark(value: unknown): boolean {
  return isRecord(value) && typeof value.path === "string" && typeof value.message === "string";
}

function areTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((each) => typeof each === "string");
}

/** A JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
