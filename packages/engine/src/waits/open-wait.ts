// From what a tool asked to wait for to the event that parks it. What cannot be waited for is an error of the call.

import { MAX_META_BYTES, MAX_WAIT_SECONDS } from "@haft/contract/validation";
import type { EventDraft } from "../events/event.ts";
import type { CallError, FileState } from "../events/payloads.ts";
import { isObject, type Json, type JsonObject } from "../json/json.ts";
import type { PhaseOutcome } from "../ports/runner.ts";
import type { CallState } from "../state/run-state.ts";
import { checkAnswer, schemaFault } from "./check-answer.ts";

/** A wait that names no time-out ends after 7 days, unless the toolset says otherwise. */
const DEFAULT_SECONDS = 7 * 24 * 3600;

/** What is shown of a wait must fit into the inbox: larger things belong into artifacts. */
const MAX_SHOWN_BYTES = 256 * 1024;

/** Files that one wait watches. */
const MAX_FILES = 10_000;

type Yield = Extract<PhaseOutcome, { kind: "yield" }>;
type Parked = Extract<EventDraft, { type: "tool.parked" }>["data"];
type Asked = Partial<Parked>;

/** What parks the call, or why it cannot be parked. */
export type Opening =
  | { readonly ok: true; readonly event: EventDraft }
  | { readonly ok: false; readonly error: CallError };

/** Opens the wait that a phase ended with. `now` is the store's clock. */
export function openWait(call: CallState, asked: Yield, waitId: string, now: number, durationMs: number): Opening {
  if (call.traits.resume === null) return refuse(noCompanion(call));
  const metaBytes = Buffer.byteLength(JSON.stringify(asked.meta));
  if (metaBytes > MAX_META_BYTES) {
    const message = `\`meta\` of the wait has ${metaBytes} bytes, at most ${MAX_META_BYTES} are kept`;
    return refuse(invalid(message, "keep large data in an artifact and its path in `meta`"));
  }
  const described = describe(call, asked, now);
  if ("type" in described) return refuse(described);
  const { fileState: _seen, ...shown } = described;
  const large = tooLarge(shown);
  if (large !== null) return refuse(large);
  const common = { callId: call.callId, waitId, kind: asked.wait, meta: asked.meta, version: call.version, durationMs };
  return { ok: true, event: { type: "tool.parked", data: { ...common, ...described } } };
}

function tooLarge(shown: object): CallError | null {
  const bytes = Buffer.byteLength(JSON.stringify(shown));
  if (bytes <= MAX_SHOWN_BYTES) return null;
  const message = `what the wait shows has ${bytes} bytes, at most ${MAX_SHOWN_BYTES} are kept`;
  return invalid(message, "write large data to an artifact and name it in the question");
}

function refuse(error: CallError): Opening {
  return { ok: false, error };
}

function invalid(message: string, hint?: string): CallError {
  return hint === undefined ? { type: "invalid_wait", message } : { type: "invalid_wait", message, hint };
}

function noCompanion(call: CallState): CallError {
  return {
    type: "no_companion",
    message: `\`${call.tool}\` waited, and has no companion that goes on when the wait ends`,
    hint: `add one with \`resumes(${call.tool})\``,
  };
}

function describe(call: CallState, asked: Yield, now: number): Asked | CallError {
  const { params } = asked;
  if (asked.wait === "time") return describeTime(params, now);
  const seconds = params.timeoutSeconds ?? call.traits.waitSeconds ?? DEFAULT_SECONDS;
  const span = checkSpan("the time-out of the wait", seconds);
  if (typeof span !== "number") return span;
  const expiresAt = new Date(now + span * 1000).toISOString();
  switch (asked.wait) {
    case "answer":
      return describeAnswer(params, expiresAt);
    case "files":
      return describeFiles(params, expiresAt);
    case "signal":
      // Prefixed with the toolset, so that no toolset hears another's.
      return typeof params.key === "string"
        ? { key: `${call.toolset}/${params.key}`, expiresAt }
        : invalid("`wait_for_signal` takes a key, which is text");
  }
}

/** What changes are measured against was asked of the host when the helper was called, and comes with the wait. */
function describeFiles({ paths, state }: JsonObject, expiresAt: string): Asked | CallError {
  if (!isTexts(paths) || paths.length === 0) return invalid("`watch_files` takes a list of paths");
  if (!given(state)) return { paths, expiresAt };
  if (!isList(state) || state.length > MAX_FILES || !state.every(isFileState)) {
    return invalid("the state of the files is not what the host said it is", "leave it to `watch_files`");
  }
  return { paths, fileState: state, expiresAt };
}

function isFileState(value: Json): value is Json & FileState {
  if (!isObject(value)) return false;
  const { path, size, mtimeMs, inode } = value;
  return typeof path === "string" && [size, mtimeMs, inode].every((each) => typeof each === "number");
}

/** ISO 8601 with an offset: without one it would be a time of wherever the worker is. */
const MOMENT = /^\d{4}-\d\d-\d\d[Tt ].*(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/;

function describeTime(params: JsonObject, now: number): Asked | CallError {
  if (params.until !== undefined) {
    const at = typeof params.until === "string" && MOMENT.test(params.until) ? Date.parse(params.until) : Number.NaN;
    if (Number.isNaN(at))
      return invalid("`sleep_until` takes a time with an offset, such as 2030-01-31T09:00:00+01:00");
    const span = checkSpan("the time until then", Math.max(0, at - now) / 1000);
    return typeof span === "number" ? { time: new Date(Math.max(at, now)).toISOString() } : span;
  }
  const span = checkSpan("`sleep_for`", params.seconds);
  return typeof span === "number" ? { time: new Date(now + span * 1000).toISOString() } : span;
}

function describeAnswer(params: JsonObject, expiresAt: string): Asked | CallError {
  // Before its schema is compiled, which takes longer the larger it is.
  const large = tooLarge(params);
  if (large !== null) return large;
  const { question, schema, choices, to } = params;
  if (typeof question !== "string") return invalid("`ask_user` takes a question, which is text");
  const recipients = typeof to === "string" ? [to] : to;
  if (given(schema) && !isObject(schema)) return invalid("the `schema` of a question is a JSON Schema, an object");
  const fault = isObject(schema) ? schemaFault(schema) : null;
  if (fault !== null) return invalid(`the \`schema\` of the question is no JSON Schema: ${fault}`);
  if (given(choices) && !isList(choices)) return invalid("the `choices` of a question are a list");
  if (given(recipients) && !isTexts(recipients)) return invalid("`to` names people or roles: text, or a list of texts");
  if (isTexts(recipients) && recipients.every((name) => name.trim() === "")) {
    return invalid("`to` names nobody who could answer", "leave `to` out for a question that everybody may answer");
  }
  const asked = { schema: isObject(schema) ? schema : null, choices: isList(choices) ? choices : null };
  if (asked.choices?.every((choice) => !checkAnswer(asked, choice).ok) === true) return unanswerable(asked.choices);
  return {
    prompt: question,
    ...(isObject(schema) ? { schema } : {}),
    ...(isList(choices) ? { choices } : {}),
    ...(isTexts(recipients) ? { to: recipients } : {}),
    expiresAt,
  };
}

/** A question that nobody can answer would be waited for until its end. */
function unanswerable(choices: readonly Json[]): CallError {
  return choices.length === 0
    ? invalid("the `choices` of the question are none", "leave `choices` out for a question with any answer")
    : invalid("none of the `choices` of the question fits its `schema`", "leave one of the two out");
}

function checkSpan(what: string, seconds: Json | undefined): number | CallError {
  if (typeof seconds !== "number" || !Number.isFinite(seconds)) return invalid(`${what} is a number of seconds`);
  if (seconds < 0) return invalid(`${what} is ${seconds} seconds, and cannot be negative`);
  if (seconds > MAX_WAIT_SECONDS)
    return invalid(`${what} is ${seconds} seconds, at most ${MAX_WAIT_SECONDS} (366 days)`);
  return seconds;
}

function given(value: Json | undefined): boolean {
  return value !== undefined && value !== null;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isList(value) && value.every((item) => typeof item === "string");
}
