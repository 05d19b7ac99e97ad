import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../src/index.ts";
import { openWait } from "../../src/waits/open-wait.ts";
import { called, created, gated, START, started, stateOf } from "../harness/histories.ts";

type Kind = "answer" | "time" | "files" | "signal";

function open(wait: Kind, params: JsonObject, meta: JsonObject = {}, traits: Parameters<typeof called>[0] = {}) {
  const call = stateOf(created(), called(traits), gated(), started()).calls.call_1;
  assert.ok(call !== undefined);
  const opening = openWait(call, { kind: "yield", wait, params, meta }, "wait_1", START, 5);
  if (!opening.ok) return `${opening.error.type}: ${opening.error.message}`;
  assert.ok(opening.event.type === "tool.parked");
  const { callId: _c, waitId: _w, kind: _k, meta: _m, version: _v, durationMs: _d, ...rest } = opening.event.data;
  return rest;
}

const WEEK = "2030-01-08T00:00:00.000Z";

const TABLE: readonly [string, Kind, JsonObject, unknown][] = [
  ["a question ends after 7 days", "answer", { question: "?" }, { prompt: "?", expiresAt: WEEK }],
  [
    "a question with everything",
    "answer",
    { question: "?", schema: { type: "string" }, choices: ["a"], to: ["ada"], timeoutSeconds: 60 },
    { prompt: "?", schema: { type: "string" }, choices: ["a"], to: ["ada"], expiresAt: "2030-01-01T00:01:00.000Z" },
  ],
  [
    "absent options may be null, and one recipient may stand alone",
    "answer",
    { question: "?", schema: null, choices: null, to: "ada", timeoutSeconds: null },
    { prompt: "?", to: ["ada"], expiresAt: WEEK },
  ],
  ["a time in seconds", "time", { seconds: 1.5 }, { time: "2030-01-01T00:00:01.500Z" }],
  ["no time at all", "time", { seconds: 0 }, { time: "2030-01-01T00:00:00.000Z" }],
  ["a moment with an offset", "time", { until: "2030-01-01T03:00:00+01:00" }, { time: "2030-01-01T02:00:00.000Z" }],
  ["a moment that is past", "time", { until: "2029-01-01T00:00:00Z" }, { time: "2030-01-01T00:00:00.000Z" }],
  ["366 days", "time", { seconds: 366 * 86_400 }, { time: "2031-01-02T00:00:00.000Z" }],
  ["files", "files", { paths: ["*.md"] }, { paths: ["*.md"], expiresAt: WEEK }],
  ["a signal, under its toolset", "signal", { key: "paid" }, { key: "desk/paid", expiresAt: WEEK }],
  ["a negative time", "time", { seconds: -1 }, "invalid_wait: `sleep_for` is -1 seconds, and cannot be negative"],
  [
    "a time that is too long",
    "time",
    { seconds: 366 * 86_400 + 1 },
    "invalid_wait: `sleep_for` is 31622401 seconds, at most 31622400 (366 days)",
  ],
  ["a time that is none", "time", { seconds: "soon" }, "invalid_wait: `sleep_for` is a number of seconds"],
  [
    "a moment that is none",
    "time",
    { until: "soon" },
    "invalid_wait: `sleep_until` takes a time with an offset, such as 2030-01-31T09:00:00+01:00",
  ],
  ...["2030-01-31T09:00:00", "2030-01-31", "Thu, 31 Jan 2030 09:00:00 GMT", "2030", "2030-02-30T25:00:00Z"].map(
    (until): [string, Kind, JsonObject, unknown] => [
      "a moment that is not the same everywhere",
      "time",
      { until },
      "invalid_wait: `sleep_until` takes a time with an offset, such as 2030-01-31T09:00:00+01:00",
    ],
  ),
  [
    "a moment as the helpers write it",
    "time",
    { until: "2030-01-01 03:00:00.123456+01" },
    { time: "2030-01-01T02:00:00.123Z" },
  ],
  [
    "a question without a choice",
    "answer",
    { question: "?", choices: [] },
    "invalid_wait: the `choices` of the question are none",
  ],
  [
    "a question whose choices are no answers",
    "answer",
    { question: "?", choices: ["a", "b"], schema: { type: "integer" } },
    "invalid_wait: none of the `choices` of the question fits its `schema`",
  ],
  [
    "a question that has one choice left",
    "answer",
    { question: "?", choices: ["a", 1], schema: { type: "integer" } },
    { prompt: "?", choices: ["a", 1], schema: { type: "integer" }, expiresAt: WEEK },
  ],
  ["a question for no name", "answer", { question: "?", to: " " }, "invalid_wait: `to` names nobody who could answer"],
  ["a question that is none", "answer", {}, "invalid_wait: `ask_user` takes a question, which is text"],
  [
    "a schema that is none",
    "answer",
    { question: "?", schema: { type: "number", minimum: "1" } },
    "invalid_wait: the `schema` of the question is no JSON Schema: schema is invalid: data/minimum must be number",
  ],
  ["a question for nobody", "answer", { question: "?", to: [] }, "invalid_wait: `to` names nobody who could answer"],
  [
    "a negative time-out",
    "answer",
    { question: "?", timeoutSeconds: -5 },
    "invalid_wait: the time-out of the wait is -5 seconds, and cannot be negative",
  ],
];

for (const [title, kind, params, expected] of TABLE) {
  test(`${title}: ${kind} ${JSON.stringify(params)}`, () => assert.deepEqual(open(kind, params), expected));
}

test("a tool without a companion cannot wait", () => {
  assert.match(String(open("time", { seconds: 1 }, {}, { resume: null })), /^no_companion: `ask` waited/);
});

test("a toolset's own time-out holds for waits that name none", () => {
  assert.deepEqual(open("signal", { key: "k" }, {}, { waitSeconds: 60 }), {
    key: "desk/k",
    expiresAt: "2030-01-01T00:01:00.000Z",
  });
});

test("meta of more than 64 KiB is refused", () => {
  assert.match(
    String(open("time", { seconds: 1 }, { text: "x".repeat(65_536) })),
    /^invalid_wait: `meta` of the wait has/,
  );
});

test("a question of more than 256 KiB is refused, before anything of it is looked at", () => {
  const enormous = { enum: ["x".repeat(256 * 1024)], minimum: "no number" };
  assert.match(
    String(open("answer", { question: "?", schema: enormous })),
    /^invalid_wait: what the wait shows has \d+ bytes, at most 262144 are kept$/,
  );
});
