import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { decide } from "../../src/state/decide.ts";
import {
  agent,
  answers,
  asks,
  at,
  calls,
  ends,
  fails,
  lets,
  message,
  parks,
  resumes,
  says,
  starts,
  unprepared,
} from "../harness/agent-histories.ts";
import { effectsAfter, testTable } from "../harness/effect-table.ts";
import { CANCELLING, recovered, START, stateOf } from "../harness/histories.ts";

const AGAIN: EventDraft = { type: "message.user", data: { text: "call it", from: "haft" } };
const SECOND = [...agent(), asks(), says(1), calls(1), lets(1), starts(1), ends(1)];
const retryAt = at(30);

testTable([
  { title: "an agent's instructions are put together first", events: unprepared(), effects: ["compose"] },
  { title: "then its model is asked", events: agent(), effects: ["ask:1:1"] },
  { title: "once at a time", events: [...agent(), asks()], effects: [] },
  {
    title: "a request of a lost worker is made again, as another attempt",
    events: [...agent(), asks(), recovered(2)],
    fence: 2,
    effects: ["ask:1:2"],
  },
  {
    title: "and that of the next lost worker, too",
    events: [...agent(), asks(), recovered(2), asks(1, 2, 2)],
    fence: 3,
    effects: ["ask:1:3"],
  },
  {
    title: "a request that failed is made again when its time has come",
    events: [...agent(), asks(), fails({ retryAt })],
    now: 30,
    effects: ["ask:1:2"],
  },
  { title: "not before", events: [...agent(), asks(), fails({ retryAt })], now: 29, effects: [] },
  {
    title: "one that is not to be made again ends the run",
    events: [...agent(), asks(), fails()],
    effects: ["run.error run.failed(rate_limited)"],
  },
  {
    title: "so does one whose error is no reason to try again, whatever time it names",
    events: [...agent(), asks(), fails({ retryable: false, retryAt })],
    effects: ["run.error run.failed(rate_limited)"],
  },
  {
    title: "the calls of a response are admitted",
    events: [...agent(), asks(), says(2)],
    effects: ["admit:1"],
  },
  {
    title: "all are gated at once",
    events: [...agent(), asks(), says(2), calls(1), calls(2)],
    effects: ["gate:call_1", "gate:call_2"],
  },
  {
    title: "a response without calls is the last word",
    events: [...agent(), asks(), says("done")],
    effects: ['message.assistant run.completed("done")'],
  },
  {
    title: "one that was cut short is so, too, as far as it goes",
    events: [...agent(), asks(), says("done, and", { finishReason: "length" })],
    effects: ['message.assistant run.completed("done, and")'],
  },
  {
    title: "one that was cut short before it said anything is no answer",
    events: [...agent(), asks(), says(" ", { finishReason: "filter" })],
    effects: ["run.error run.failed(response_cut_short)"],
  },
  {
    title: "nothing follows it, also where the end of the run is still to be written",
    events: [...agent(), asks(), says("done"), { type: "message.assistant", data: { text: "done" } }],
    effects: ['message.assistant run.completed("done")'],
  },
  {
    title: "the next step waits for all calls",
    events: [...agent(), asks(), says(2), calls(1), calls(2), lets(1), lets(2), starts(1), ends(1), starts(2)],
    effects: [],
  },
  {
    title: "also for one that is parked",
    events: [...message({ parallel: true }, { parallel: true }), starts(1), starts(2), ends(1), parks(2)],
    effects: [],
  },
  { title: "it comes when all have settled", events: SECOND, effects: ["ask:2:1"] },
  {
    title: "a required tool that was not called is reminded of",
    events: [...agent({ limits: { requireTool: "publish" } }), asks(), says("done")],
    effects: ["message.user"],
  },
  {
    title: "then the model is asked again",
    events: [...agent({ limits: { requireTool: "publish" } }), asks(), says("done"), AGAIN],
    effects: ["ask:2:1"],
  },
  {
    title: "once",
    events: [
      ...agent({ limits: { requireTool: "publish" } }),
      asks(),
      says("done"),
      AGAIN,
      asks(2),
      says("done", { step: 2 }),
    ],
    effects: ["message.assistant run.error run.failed(required_tool_not_called)"],
  },
  {
    title: "a call of it that failed is none",
    events: [
      ...agent({ limits: { requireTool: "desk/publish" } }),
      ...SECOND.slice(3, -1),
      ends(1, { error: "ValueError" }),
      asks(2),
      says("done", { step: 2 }),
    ],
    effects: ["message.user"],
  },
  {
    title: "a successful one is what was wanted",
    events: [
      ...agent({ limits: { requireTool: "desk/publish" } }),
      ...SECOND.slice(3),
      asks(2),
      says("done", { step: 2 }),
    ],
    effects: ['message.assistant run.completed("done")'],
  },
  {
    title: "a run that is cancelled stops the request",
    events: [...agent(), asks(), CANCELLING],
    effects: ["stop:model"],
  },
  {
    title: "and ends when it has",
    events: [...agent(), asks(), CANCELLING, fails({ retryable: false })],
    effects: ["run.cancelled"],
  },
  {
    title: "a request of a lost worker need not be stopped",
    events: [...agent(), asks(), recovered(2), CANCELLING],
    fence: 2,
    effects: ["run.cancelled"],
  },
  {
    title: "no call of a response is admitted any more",
    events: [...agent(), asks(), says(1), CANCELLING],
    effects: ["run.cancelled"],
  },
  {
    title: "three lost workers in a row end a run",
    events: [...agent(), asks(), recovered(2), asks(1, 2, 2), recovered(3), asks(1, 3, 3), recovered(4)],
    fence: 4,
    effects: ["run.error run.failed(worker_lost)"],
  },
  {
    title: "a response in between shows that it goes on",
    events: [...agent(), asks(), recovered(2), recovered(3), asks(1, 2, 3), says("done", { attempt: 2 }), recovered(4)],
    fence: 4,
    effects: ['message.assistant run.completed("done")'],
  },
  {
    title: "an error of the run that was written ends it, once nothing runs",
    events: [
      ...message({ parallel: true }, { parallel: true }),
      starts(1),
      { type: "run.error", data: { error: { type: "isolation_unavailable", message: "none" } } },
    ],
    effects: ["stop:call_1"],
  },
  {
    title: "with what is open, and without saying it again",
    events: [
      ...message({}, {}),
      { type: "run.error", data: { error: { type: "isolation_unavailable", message: "none" } } },
    ],
    effects: [
      "tool.result(isolation_unavailable) tool.result(isolation_unavailable) run.failed(isolation_unavailable)",
    ],
  },
  {
    title: "a call of a lost worker that could be begun twice is not known, and the others go on",
    events: [...message({}, {}), starts(1), recovered(2)],
    fence: 2,
    effects: ["tool.result(outcome_unknown)"],
  },
]);

test("what is admitted says whether the response was cut short", () => {
  const cut = (finishReason: "tool-calls" | "stop" | "length" | "filter" | "other"): unknown => {
    const [effect] = decide(stateOf(...agent(), asks(), says(1, { finishReason })), { now: START, fence: 1 });
    return effect?.kind === "admit" ? [effect.cutShort, effect.calls.length, effect.step] : effect;
  };
  assert.deepEqual(
    (["tool-calls", "stop", "length", "filter", "other"] as const).map(cut),
    [false, false, true, true, true].map((short) => [short, 1, 1]),
  );
});

test("an outcome of another attempt or step than the one that is open means nothing", () => {
  const open = [...agent(), asks(1, 2)];
  const failed = [...agent(), asks(), fails({ retryAt }), asks(1, 2)];
  for (const events of [open, failed]) {
    const late = [says("late"), says("early", { step: 2, attempt: 2 }), fails()];
    for (const event of late) assert.deepEqual(effectsAfter([...events, event]), []);
  }
});

test("a run goes through its calls, its waits and its steps to its last word", () => {
  const lived: [EventDraft, string[]][] = [
    [asks(), []],
    [says(1), ["admit:1"]],
    [calls(1), ["gate:call_1"]],
    [lets(1), ["start:call_1:1"]],
    [starts(1), []],
    [parks(1), []],
    [answers(1), ["resume:call_1:wait_1:1"]],
    [resumes(1), []],
    [ends(1), ["ask:2:1"]],
    [asks(2), []],
    [says("done", { step: 2 }), ['message.assistant run.completed("done")']],
  ];
  lived.forEach(([, expected], index) => {
    const events = [...agent(), ...lived.slice(0, index + 1).map(([event]) => event)];
    assert.deepEqual(effectsAfter(events), expected, `after ${events.at(-1)?.type}`);
  });
});

/** What says nothing new: the state but for its place in the log is as it was. */
const MEANINGLESS: readonly [string, readonly EventDraft[], EventDraft][] = [
  ["a request of the same attempt after it failed", [...agent(), asks(), fails({ retryAt })], asks()],
  ["a request under the same fence", [...agent(), asks()], asks(1, 2)],
  ["a request of a step that is not next", [...agent(), asks(), says("x")], asks(3)],
  ["a request while calls are to be written", [...agent(), asks(), says(1)], asks(2)],
  ["a second set of instructions", agent(), { type: "instructions.composed", data: { sources: [], digest: "j" } }],
  ["a last word that no response said", [...agent(), asks()], { type: "message.assistant", data: { text: "x" } }],
];

for (const [title, before, event] of MEANINGLESS) {
  test(`${title} moves the sequence and nothing else`, () => {
    const state = stateOf(...before);
    assert.deepEqual({ ...stateOf(...before, event), seq: state.seq, at: state.at }, state);
  });
}

test("a call of another step leaves the response to be taken in", () => {
  assert.deepEqual(effectsAfter([...agent(), asks(), says(1), calls(7, {}, { step: 7 })]), ["gate:call_7", "admit:1"]);
});
