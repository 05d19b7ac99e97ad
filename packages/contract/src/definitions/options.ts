// The options of a definition that every form of tool has: the time-out, and what the author says of its behaviour.

import type { DefinitionMessage } from "@haft/sdk/wire";
import type { Annotations } from "../descriptor/tool-descriptor.ts";
import type { Faults } from "./faults.ts";
import { findField, showFound } from "./found.ts";

const LONGEST_TIMEOUT = 300;
const FLAGS = ["readOnly", "destructive", "idempotent", "openWorld"] as const;

/** Seconds, above 0 and at most 300; undefined where it is not given. */
export function readTimeout(message: DefinitionMessage, faults: Faults): number | undefined {
  const found = findField(message, "timeoutSeconds");
  if (found.kind === "missing") return undefined;
  const value = found.kind === "data" ? found.value : undefined;
  if (typeof value === "number" && value > 0 && value <= LONGEST_TIMEOUT) return value;
  faults.add({
    field: "timeoutSeconds",
    message: `the \`timeoutSeconds\` of ${faults.subject} is ${showFound(found)}, not a number above 0 and at most ${LONGEST_TIMEOUT}`,
    hint: "write `timeoutSeconds: 60`; work that takes longer than five minutes should wait instead: see `sleepFor` and its kin",
  });
  return undefined;
}

/** `title` and the four flags, as far as they are given. */
export function readAnnotations(message: DefinitionMessage, faults: Faults): Annotations {
  const annotations: { -readonly [key in keyof Annotations]: Annotations[key] } = {};
  const title = findField(message, "title");
  if (title.kind === "data" && typeof title.value === "string") annotations.title = title.value;
  else if (title.kind !== "missing") {
    const message = `the \`title\` of ${faults.subject} is ${showFound(title)}, not a text`;
    faults.add({ field: "title", message, hint: 'write `title: "…"`, or remove it' });
  }
  for (const flag of FLAGS) {
    const found = findField(message, flag);
    if (found.kind === "data" && typeof found.value === "boolean") annotations[flag] = found.value;
    else if (found.kind !== "missing") {
      const message = `the \`${flag}\` of ${faults.subject} is ${showFound(found)}, not \`true\` or \`false\``;
      faults.add({ field: flag, message, hint: `write \`${flag}: true\`, or remove it` });
    }
  }
  return annotations;
}
