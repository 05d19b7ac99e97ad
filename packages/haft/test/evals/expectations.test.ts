// What is told of a run that is not what a check expects.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "@haft/sdk/wire";
import { BadEval, parseEval } from "../../src/evals/eval-file.ts";
import { problemsOf } from "../../src/evals/expectations.ts";
import type { RunEvent, RunResult } from "../../src/session/run.ts";

const RESULT: RunResult = {
  runId: "run_1",
  threadId: "thr_1",
  status: "completed",
  output: { sum: 3, of: [1, 2] },
  waits: [],
};

const EVENTS: readonly RunEvent[] = [
  event(1, "run.created", { kind: "agent" }),
  event(2, "tool.called", { tool: "add", arguments: { a: 1, b: 2 } }),
  event(3, "tool.result", { ok: true, value: 3 }),
  event(4, "tool.called", { tool: "tell", arguments: { text: "3" } }),
];

function event(seq: number, type: string, data: JsonObject): RunEvent {
  return { runId: "run_1", seq, at: "2030-01-01T00:00:00.000Z", type, data, v: 1 };
}

const MET = [
  ["nothing", {}],
  [
    "events in their order, with others between",
    { events: [{ type: "run.created" }, { type: "tool.result", data: { ok: true } }] },
  ],
  ["a part of the output", { output: { sum: 3 } }],
  ["a part of the arguments", { events: [{ type: "tool.called", data: { arguments: { b: 2 } } }] }],
] as const;

for (const [title, expect] of MET) {
  test(`a run meets an expectation of ${title}`, () => {
    assert.deepEqual(problemsOf(expect, RESULT, EVENTS), []);
  });
}

const MISSED = [
  ["another status", { status: "failed" }, ["the run was expected to be failed and is completed"]],
  ["another output", { output: { of: [2, 1] } }, ["output.of[0] is 1 and was expected to be 2"]],
  [
    "an event that differs",
    { events: [{ type: "tool.called", data: { tool: "add", arguments: { a: 5 } } }] },
    ["expected event 1 (tool.called) is not there: event 2 differs, data.arguments.a is 1 and was expected to be 5"],
  ],
  [
    "events in another order",
    { events: [{ type: "tool.result" }, { type: "tool.called", data: { tool: "add" } }] },
    ['expected event 2 (tool.called) is not there: event 4 differs, data.tool is "tell" and was expected to be "add"'],
  ],
  [
    "the same event twice",
    { events: [{ type: "tool.result" }, { type: "tool.result" }] },
    ["expected event 2 (tool.result) is not there: there is no more tool.result"],
  ],
] as const;

for (const [title, expect, problems] of MISSED) {
  test(`a run does not meet an expectation of ${title}`, () => {
    assert.deepEqual(problemsOf(expect, RESULT, EVENTS), problems);
  });
}

test("a run that waits is told with what it waits for", () => {
  const wait = {
    id: "wait_1",
    kind: "answer",
    status: "open",
    runId: "run_1",
    callId: "call_1",
    tool: "desk/ask",
    openedAt: "2030-01-01T00:00:00.000Z",
  } as const;
  assert.deepEqual(problemsOf({}, { ...RESULT, status: "waiting", waits: [wait] }, EVENTS), [
    "the run was expected to be completed and is waiting (it waits for answer: desk/ask)",
  ]);
});

const WRONG = [
  ["{", /it is no JSON/],
  ["3", /a list of steps, or an object/],
  ['{"scirpt": []}', /it has no key `scirpt`; did you mean `script`\?/],
  ['{"script": []," expect": []}', /it has no key ` expect`/],
  ['{"script": [], "expect": {"event": []}}', /did you mean `expect.events`\?/],
  ['{"script": [], "expect": [{"typ": "x"}]}', /expected event 1 is an object with a `type`/],
  ['{"script": {}}', /`script` is a list of steps/],
  ['{"script": [], "config": 3}', /`config` is an object/],
] as const;

for (const [text, message] of WRONG) {
  test(`a check that reads ${text} is refused`, () => {
    assert.throws(
      () => parseEval(text),
      (error) => error instanceof BadEval && message.test(error.message),
    );
  });
}

test("a list of steps is a check that expects the run to complete", () => {
  assert.deepEqual(parseEval("[]"), { script: [], expect: {}, input: "", config: {} });
});
