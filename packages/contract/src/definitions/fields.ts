// The fields of a definition that are no schema, approval or option: name, description, capabilities, handler, and those
// that nobody knows.

import type { DefinitionMessage } from "@haft/sdk/wire";
import { LONGEST_DESCRIPTION } from "../checks/check-length.ts";
import { fittingName, isToolName, RESERVED_NAMES } from "../checks/check-names.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Faults } from "./faults.ts";
import { findField, showFound } from "./found.ts";

/** Every field there is. */
const FIELDS = [
  "name",
  "description",
  "inputSchema",
  "outputSchema",
  "capabilities",
  "approval",
  "handler",
  "timeoutSeconds",
  "readOnly",
  "destructive",
  "idempotent",
  "openWorld",
  "title",
] as const;

/** The name: HAFT604 where there is none, 106 where it is malformed, 105 where it is Haft's own. */
export function readName(message: DefinitionMessage, faults: Faults): string | undefined {
  const found = findField(message, "name");
  if (found.kind !== "data" || typeof found.value !== "string" || found.value === "") {
    faults.add({
      field: "name",
      isMissing: found.kind === "missing",
      message: `the tool ${found.kind === "missing" ? "has no `name`" : `has ${showFound(found)} as its \`name\``}`,
      hint: 'add the name that the model calls, such as `name: "add"`',
    });
    return undefined;
  }
  const name = found.value;
  if (!isToolName(name)) {
    faults.add({
      field: "name",
      code: "HAFT106",
      message: `the tool's name ${showFound(found)} is not one that models accept: a letter, then at most 63 letters, digits, \`_\` or \`-\``,
      hint: `write \`name: "${fittingName(name)}"\``,
    });
    return undefined;
  }
  if (RESERVED_NAMES.has(name)) {
    faults.add({
      field: "name",
      code: "HAFT105",
      message: `the name \`${name}\` is reserved for a tool of Haft's own`,
      hint: `choose another, such as \`name: "my_${name}"\``,
    });
    return undefined;
  }
  return name;
}

/** The description: HAFT604 where there is none, 801 where it is long. */
export function readDescription(message: DefinitionMessage, faults: Faults): string | undefined {
  const found = findField(message, "description");
  if (found.kind !== "data" || typeof found.value !== "string" || found.value.trim() === "") {
    faults.add({
      field: "description",
      isMissing: found.kind === "missing",
      message: `${faults.subject} ${found.kind === "missing" ? "has no `description`" : `has ${showFound(found)} as its \`description\``}`,
      hint: 'tell the model what it does and when to use it: `description: "…"`',
    });
    return undefined;
  }
  const length = [...found.value].length;
  if (length > LONGEST_DESCRIPTION) {
    faults.add({
      field: "description",
      code: "HAFT801",
      message: `${faults.subject} has a description of ${length} characters; some providers take no more than ${LONGEST_DESCRIPTION}`,
      hint: "say what it does and when to use it, and leave the rest to the descriptions of its arguments",
    });
  }
  return found.value;
}

/** The labels: a list is required, an empty one will do. */
export function readCapabilities(message: DefinitionMessage, faults: Faults): readonly string[] | undefined {
  const found = findField(message, "capabilities");
  const list = found.kind === "data" && Array.isArray(found.value) ? found.value : undefined;
  const texts = list?.filter((each): each is string => typeof each === "string" && each !== "");
  if (list !== undefined && texts?.length === list.length) return texts;
  faults.add({
    field: "capabilities",
    isMissing: found.kind === "missing",
    message: `${faults.subject} ${found.kind === "missing" ? "has no `capabilities`" : `has ${showFound(found)} as its \`capabilities\`, not a list of labels`}`,
    hint: 'add `capabilities: []`, or labels for what it touches, such as `capabilities: ["ticket:write"]`',
  });
  return undefined;
}

/** The handler: a function. */
export function readHandler(message: DefinitionMessage, faults: Faults): void {
  if (message.functions.includes("handler")) return;
  const found = findField(message, "handler");
  faults.add({
    field: "handler",
    isMissing: found.kind === "missing",
    message: `${faults.subject} ${found.kind === "missing" ? "has no `handler`" : `has ${showFound(found)} as its \`handler\`, not a function`}`,
    hint: "add the function that does the work: `handler: async (input, ctx) => { … }`",
  });
}

/** The fields that unknown ones were probably meant to be. */
export function misspeltFields(message: DefinitionMessage): ReadonlySet<string> {
  return new Set(unknownFields(message).flatMap((field) => nearest(field, FIELDS) ?? []));
}

/** Fields that nobody knows: each its own fault, with the nearest that there is. */
export function readUnknownFields(message: DefinitionMessage, faults: Faults): void {
  for (const field of unknownFields(message)) {
    const near = nearest(field, FIELDS);
    faults.add({
      field,
      message: `${faults.subject} has a field \`${field.slice(0, 100)}\`, which no tool has`,
      hint:
        near === undefined
          ? `remove it; the fields are ${FIELDS.map((each) => `\`${each}\``).join(", ")}`
          : `did you mean \`${near}\`?`,
    });
  }
}

/** More are of no help to anybody. */
const MOST_UNKNOWN = 50;

function unknownFields({ fields, functions, others = {} }: DefinitionMessage): string[] {
  const known = new Set<string>(FIELDS);
  const all = [...Object.keys(fields), ...functions, ...Object.keys(others)];
  return all.filter((field) => !known.has(field)).slice(0, MOST_UNKNOWN);
}
