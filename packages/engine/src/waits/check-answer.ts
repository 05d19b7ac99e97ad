// Whether an answer fits the question. What does not is refused with the reason, and the wait stays open.

import { nearest } from "@haft/contract";
import { BadSchema, sameJson, validate } from "@haft/contract/validation";
import type { Json, JsonObject } from "../json/json.ts";
import type { WaitRow } from "../ports/store-rows.ts";

/** Whether a value fits; if not, why, for whoever wrote it. */
export type Checked = { readonly ok: true } | { readonly ok: false; readonly message: string; readonly hint?: string };

/** Checks an answer against the choices and the schema of its question. */
export function checkAnswer({ choices, schema }: Pick<WaitRow, "choices" | "schema">, response: Json): Checked {
  if (choices !== null && !choices.some((choice) => sameJson(choice, response))) return notAChoice(choices, response);
  return schema === null ? { ok: true } : checkSchema(schema, response);
}

function checkSchema(schema: NonNullable<WaitRow["schema"]>, response: Json): Checked {
  try {
    const checked = validate(schema, response);
    if (checked.ok) return checked;
    return {
      ok: false,
      message: `the answer does not fit: ${checked.issues.map((issue) => issue.message).join("; ")}`,
    };
  } catch (error) {
    // The tool made the schema: an answer that nothing can be held against is the companion's to judge.
    if (error instanceof BadSchema) return { ok: true };
    throw error;
  }
}

/** Why a schema that a tool asks with is none; null where it is one. */
export function schemaFault(schema: JsonObject): string | null {
  try {
    validate(schema, null);
    return null;
  } catch (error) {
    if (error instanceof BadSchema) return error.message;
    throw error;
  }
}

function notAChoice(choices: readonly Json[], response: Json): Checked {
  const texts = choices.filter((choice) => typeof choice === "string");
  const near = typeof response === "string" ? nearest(response, texts) : undefined;
  const hint = near === undefined ? `answer with one of the choices` : `did you mean ${JSON.stringify(near)}?`;
  const listed = choices.map((choice) => JSON.stringify(choice)).join(", ");
  return { ok: false, message: `${JSON.stringify(response)} is none of the choices: ${listed}`, hint };
}
