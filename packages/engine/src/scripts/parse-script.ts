// Parsing a script: a JSON array of steps, each fault with the step that has it.

import { nearest } from "@haft/contract";
import {
  anyText,
  anything,
  type Fault,
  list,
  map,
  number,
  type Parser,
  record,
  shown,
  text,
  value,
  word,
} from "../definitions/parser.ts";
import { type Parsing, parseWith } from "../definitions/parsing.ts";
import type { ScriptStep } from "../events/payloads.ts";
import { isObject, type Json, type JsonObject } from "../json/json.ts";

/** The most steps, and the furthest that one step moves the clock, in seconds: 366 days. */
const MOST_STEPS = 10_000;
const MOST_SECONDS = 366 * 24 * 3600;

const object: Parser<JsonObject> = value(isObject, "an object");
const call = { toolName: text, arguments: object };
const wait = { tool: text, call: text };

const STEPS = {
  "tool.call": record({ type: word("tool.call"), ...call }, {}),
  "tool.calls": record({ type: word("tool.calls"), calls: list(record(call, {}), 1) }, {}),
  "assistant.output": record({ type: word("assistant.output"), content: anyText }, {}),
  answer: record({ type: word("answer"), response: anything }, wait),
  approve: record({ type: word("approve") }, { arguments: map(anything), reason: text, ...wait }),
  deny: record({ type: word("deny"), reason: text }, wait),
  signal: record({ type: word("signal"), key: text, payload: anything }, {}),
  advance: record({ type: word("advance"), seconds: number(0, MOST_SECONDS) }, {}),
} as const;

const TYPES = Object.keys(STEPS);

/** The steps, or everything that is wrong with them. */
export function parseScript(given: Json): Parsing<readonly ScriptStep[]> {
  return parseWith(list(step, 1), given, (steps) =>
    steps.length <= MOST_STEPS
      ? []
      : [{ path: "", message: `has ${steps.length} steps; at most ${MOST_STEPS} are played` }],
  );
}

const step: Parser<ScriptStep> = (given, path, faults) => {
  const type = isObject(given) ? given.type : undefined;
  if (typeof type === "string" && isType(type)) return STEPS[type](given, path, faults);
  faults.push(noStep(given, type, path));
  return undefined;
};

function isType(type: string): type is keyof typeof STEPS {
  return Object.hasOwn(STEPS, type);
}

function noStep(given: Json, type: Json | undefined, path: string): Fault {
  if (!isObject(given)) return { path, message: `is ${shown(given)}; expected a step: an object with a \`type\`` };
  const meant = typeof type === "string" ? nearest(type, TYPES) : undefined;
  const hint = meant === undefined ? `there are ${TYPES.join(", ")}` : `did you mean "${meant}"?`;
  if (type === undefined) return { path, message: `has no \`type\`; there are ${TYPES.join(", ")}` };
  return { path: `${path}.type`, message: `is ${shown(type)}; ${hint}` };
}
