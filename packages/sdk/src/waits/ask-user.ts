// Waiting for a person.

import type { Json, JsonObject } from "../wire/json.ts";
import { checkedText, checkedTexts, optionalSeconds } from "./checks.ts";
import { copied } from "./meta.ts";
import { makeWait, type Wait } from "./wait.ts";

/** What every wait takes. */
export interface WaitOptions {
  /** JSON of at most 64 KiB that the companion gets back. */
  readonly meta?: JsonObject;
}

/** What a wait takes that can end without what it waits for. */
export interface TimedWaitOptions extends WaitOptions {
  /** At most 366 days; the toolset's default (7 days) where absent. */
  readonly timeoutSeconds?: number;
}

/** Which answers fit, and who may give one. */
export interface AskOptions extends TimedWaitOptions {
  /** JSON Schema of the answer. */
  readonly schema?: JsonObject;
  readonly choices?: readonly (string | number | boolean | null)[];
  readonly to?: string | readonly string[];
}

/**
 * Waits for a person's answer: `return askUser("Ship it?", { choices: ["yes", "no"] })`. The companion's payload is
 * `{ response, answered_by }`. Throws a TypeError or RangeError for what does not fit.
 */
export function askUser(question: string, options: AskOptions = {}): Wait {
  const params = {
    question: checkedText("askUser", "question", question),
    schema: options.schema === undefined ? undefined : copied("askUser", "schema", options.schema),
    choices: options.choices === undefined ? undefined : checkedChoices(options.choices),
    to: options.to === undefined ? undefined : checkedTexts("askUser", "to", options.to),
    timeoutSeconds: optionalSeconds("askUser", "timeoutSeconds", options.timeoutSeconds),
  };
  return makeWait("askUser", "answer", params, options.meta);
}

function checkedChoices(choices: readonly unknown[]): Json[] {
  if (choices.length === 0) throw new RangeError("askUser: choices is empty; leave it out or name at least one");
  return choices.map((choice) => {
    if (choice === null || typeof choice === "string" || typeof choice === "boolean") return choice;
    if (typeof choice === "number" && Number.isFinite(choice)) return choice;
    throw new TypeError(`askUser: a choice must be a text, a number, true, false or null, not ${typeof choice}`);
  });
}
