// One scripted check as it is written: a script, or a script with what is expected of it.

import { nearest } from "@haft/contract";
import { parseStrictJson } from "@haft/contract/validation";
import type { Json, JsonObject } from "@haft/sdk/wire";

/** What is expected of a run. */
export interface Expectation {
  /** Events, each as a part of what is there: they must come in this order, others may come between. */
  readonly events?: readonly JsonObject[];
  /** How the run stands in the end; default `completed`. */
  readonly status?: string;
  /** A part of the run's output. */
  readonly output?: Json;
}

/** A scripted check. */
export interface EvalFile {
  readonly script: Json;
  readonly expect: Expectation;
  /** The message that the run is started with. */
  readonly input: string;
  readonly context?: Json;
  readonly config: JsonObject;
  /** A folder beside the file; a copy of it is the workspace. */
  readonly workspace?: string;
}

/** A file that is no check: what is wrong, and how to mend it. */
export class BadEval extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BadEval";
  }
}

const KEYS = ["script", "expect", "input", "context", "config", "workspace"];
const EXPECTED = ["events", "status", "output"];

const isTable = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads a check. Throws `BadEval`. */
export function parseEval(text: string): EvalFile {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) throw new BadEval(`it is no JSON: line ${parsed.line}, column ${parsed.column}: ${parsed.message}`);
  const { value } = parsed;
  if (Array.isArray(value)) return { script: value, expect: {}, input: "", config: {} };
  if (!isTable(value)) throw new BadEval("it is a list of steps, or an object with `script` and `expect`");
  requireKnown(value, KEYS, "");
  const { script, expect = {}, input = "", context, config = {}, workspace } = value;
  if (!Array.isArray(script)) throw new BadEval("`script` is a list of steps");
  if (!isTable(config)) throw new BadEval("`config` is an object");
  if (typeof input !== "string") throw new BadEval("`input` is the text of the message that starts the run");
  if (workspace !== undefined && typeof workspace !== "string") throw new BadEval("`workspace` names a folder");
  return {
    script,
    expect: expectationOf(expect),
    input,
    config,
    ...(context === undefined ? {} : { context }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

/** A list is of events; an object says more. */
function expectationOf(value: Json): Expectation {
  if (Array.isArray(value)) return { events: eventsOf(value) };
  if (!isTable(value))
    throw new BadEval("`expect` is a list of events, or an object with `events`, `status`, `output`");
  requireKnown(value, EXPECTED, "expect.");
  const { events, status, output } = value;
  if (status !== undefined && typeof status !== "string")
    throw new BadEval("`expect.status` is a word: completed, failed …");
  return {
    ...(events === undefined ? {} : { events: eventsOf(events) }),
    ...(status === undefined ? {} : { status }),
    ...(output === undefined ? {} : { output }),
  };
}

function eventsOf(value: Json): readonly JsonObject[] {
  if (!Array.isArray(value)) throw new BadEval("`expect.events` is a list of events");
  return value.map((event, index) => {
    if (isTable(event) && typeof event.type === "string") return event;
    throw new BadEval(`expected event ${index + 1} is an object with a \`type\`, such as {"type": "tool.result"}`);
  });
}

function requireKnown(value: JsonObject, known: readonly string[], above: string): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const near = nearest(key, [...known]);
    const hint = near === undefined ? `there are: ${known.join(", ")}` : `did you mean \`${above}${near}\`?`;
    throw new BadEval(`it has no key \`${above}${key}\`; ${hint}`);
  }
}
