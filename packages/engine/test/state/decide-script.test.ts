import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft, EventPayloads } from "../../src/index.ts";
import { decide } from "../../src/state/decide.ts";
import { standing } from "../../src/state/standing.ts";
import {
  agent,
  answers,
  asks,
  at,
  calls,
  ends,
  forbids,
  lets,
  parks,
  requests,
  resumes,
  says,
  settles,
  starts,
  votes,
  wants,
} from "../harness/agent-histories.ts";
import { effectsAfter, testTable } from "../harness/effect-table.ts";
import { START, stateOf } from "../harness/histories.ts";

type Step = NonNullable<EventPayloads["run.created"]["script"]>[number];

const CALL: Step = { type: "tool.call", toolName: "publish", arguments: {} };
const ANSWER: Step = { type: "answer", response: "yes" };
const DONE: Step = { type: "assistant.output", content: "done" };
const APPROVE: Step = { type: "approve" };
const ADVANCE: Step = { type: "advance", seconds: 60 };

/** A script whose first step has been played: its call is written and let through. */
function played(...script: readonly Step[]): EventDraft[] {
  return [...agent({ script }), asks(), says(1), calls(1), lets(1)];
}

function parkedIn(script: readonly Step[], given: Parameters<typeof parks>[1] = {}): EventDraft[] {
  return [...played(...script), starts(1), parks(1, given)];
}

function advanced(seconds: number, scriptStep: number): EventDraft {
  return { type: "clock.advanced", data: { seconds, scriptStep } };
}

testTable([
  { title: "a script says what a model would", events: agent({ script: [CALL] }), effects: ["ask:1:1"] },
  { title: "an empty one is over at once", events: agent({ script: [] }), effects: ["run.completed(null)"] },
  {
    title: "a script is over after its last call, whose value is the output",
    events: [...played(CALL), starts(1), ends(1)],
    effects: ["run.completed(42)"],
  },
  {
    title: "of several calls the last one counts, in the order of the message",
    events: [
      ...agent({ script: [CALL] }),
      asks(),
      says(2),
      calls(1, { parallel: true }),
      calls(2, { parallel: true }),
      lets(1),
      lets(2),
      starts(2),
      starts(1),
      ends(2, { value: 2 }),
      ends(1, { value: 1 }),
    ],
    effects: ["run.completed(2)"],
  },
  {
    title: "its next step comes when all calls have settled",
    events: [...played(CALL, DONE), starts(1), ends(1)],
    effects: ["ask:2:1"],
  },
  { title: "not while one runs", events: [...played(CALL, DONE), starts(1)], effects: [] },
  { title: "nor while one waits", events: parkedIn([CALL, DONE]), effects: [] },
  {
    title: "its last text is the output",
    events: [...agent({ script: [DONE] }), asks(), says("done")],
    effects: ['message.assistant run.completed("done")'],
  },
  {
    title: "a text in the middle is said, and the script goes on",
    events: [...agent({ script: [DONE, CALL] }), asks(), says("done")],
    effects: ["message.assistant"],
  },
  {
    title: "with the next step",
    events: [
      ...agent({ script: [DONE, CALL] }),
      asks(),
      says("done"),
      { type: "message.assistant", data: { text: "done" } },
    ],
    effects: ["ask:2:1"],
  },
  { title: "an answer is given when nothing else can go on", events: parkedIn([CALL, ANSWER]), effects: ["script:1"] },
  { title: "not while something runs", events: [...played(CALL, ANSWER), starts(1)], effects: [] },
  {
    title: "once it was given, the call goes on",
    events: [...parkedIn([CALL, ANSWER]), answers(1, { scriptStep: 1 })],
    effects: ["resume:call_1:wait_1:1"],
  },
  {
    title: "and the script with it",
    events: [...parkedIn([CALL, ANSWER]), answers(1, { scriptStep: 1 }), resumes(1), ends(1)],
    effects: ["run.completed(42)"],
  },
  {
    title: "an answer of somebody else's does not use up the script's",
    events: [...parkedIn([CALL, ANSWER]), answers(1), resumes(1), parks(1, { waitId: "wait_2" })],
    effects: ["script:1"],
  },
  {
    title: "nothing to answer is an error that ends the run",
    events: [...played(CALL, ANSWER), starts(1), ends(1)],
    effects: ["run.error run.failed(script_failed)"],
  },
  {
    title: "so is a wait of another kind",
    events: parkedIn([CALL, APPROVE]),
    effects: ["wait.cancelled tool.result(script_failed) run.error run.failed(script_failed)"],
  },
  {
    title: "or of another tool than the one that is named",
    events: parkedIn([CALL, { ...ANSWER, tool: "other" }]),
    effects: ["wait.cancelled tool.result(script_failed) run.error run.failed(script_failed)"],
  },
  {
    title: "a tool may be named with its toolset",
    events: parkedIn([CALL, { ...ANSWER, tool: "desk/publish" }]),
    effects: ["script:1"],
  },
  {
    title: "a signal is for its key, with the toolset or without",
    events: parkedIn([CALL, { type: "signal", key: "paid", payload: 1 }], { kind: "signal", key: "desk/paid" }),
    effects: ["script:1"],
  },
  {
    title: "and for no other",
    events: parkedIn([CALL, { type: "signal", key: "paid", payload: 1 }], { kind: "signal", key: "desk/unpaid" }),
    effects: ["wait.cancelled tool.result(script_failed) run.error run.failed(script_failed)"],
  },
  {
    title: "an approval is voted on",
    events: [...agent({ script: [CALL, APPROVE] }), asks(), says(1), calls(1), wants(1), requests(1)],
    effects: ["script:1"],
  },
  {
    title: "a vote of the script's is not cast twice, also where it is not enough",
    events: [
      ...agent({ script: [CALL, APPROVE] }),
      asks(),
      says(1),
      calls(1),
      wants(1),
      requests(1),
      votes("ada", { scriptStep: 1 }),
    ],
    effects: [],
  },
  {
    title: "a grant lets the call run",
    events: [
      ...agent({ script: [CALL, APPROVE] }),
      asks(),
      says(1),
      calls(1),
      wants(1),
      requests(1),
      votes("ada", { scriptStep: 1 }),
      settles({ decision: "approved" }, { scriptStep: 1 }),
    ],
    effects: ["start:call_1:1"],
  },
  {
    title: "the clock is moved for what waits",
    events: parkedIn([CALL, ADVANCE], { kind: "time", time: at(60) }),
    effects: ["script:1"],
  },
  {
    title: "what is due then is so",
    events: [...parkedIn([CALL, ADVANCE], { kind: "time", time: at(60) }), advanced(60, 1)],
    effects: ["wait.resolved"],
  },
  {
    title: "steps that are used up leave a wait open",
    events: parkedIn([CALL]),
    effects: [],
  },
  {
    title: "a failure ends a scripted run at once",
    events: [...played(CALL, DONE), starts(1), ends(1, { error: "ValueError" })],
    effects: ["run.error run.failed(ValueError)"],
  },
  {
    title: "so does a denial",
    events: [
      ...agent({ script: [CALL, DONE] }),
      asks(),
      says(1),
      calls(1),
      forbids(1),
      ends(1, { error: "approval_denied" }),
    ],
    effects: ["run.error run.failed(approval_denied)"],
  },
  {
    title: "whatever tolerance the agent has",
    events: [
      ...agent({ script: [CALL, DONE], limits: { toolFailures: 5 } }),
      asks(),
      says(1),
      calls(1),
      lets(1),
      starts(1),
      ends(1, { error: "ValueError" }),
    ],
    effects: ["run.error run.failed(ValueError)"],
  },
  {
    title: "a script cannot be reminded of a required tool",
    events: [...agent({ script: [DONE], limits: { requireTool: "publish" } }), asks(), says("done")],
    effects: ["message.assistant run.error run.failed(required_tool_not_called)"],
  },
]);

test("no failure is tolerated, also where another call goes on", () => {
  const two = [
    ...agent({ script: [CALL, DONE] }),
    asks(),
    says(2),
    calls(1, { parallel: true }),
    calls(2, { parallel: true }),
    lets(1),
    lets(2),
    starts(1),
    starts(2),
    ends(1, { error: "ValueError" }),
  ];
  const state = stateOf(...two);
  assert.deepEqual([state.created?.limits.toolFailures, state.fatal?.type], [0, "ValueError"]);
  assert.deepEqual(effectsAfter(two), ["stop:call_2"]);
});

test("a script's step says which wait it is for: the oldest of its kind", () => {
  const both = [
    ...agent({ script: [CALL, ANSWER] }),
    asks(),
    says(2),
    calls(1, { parallel: true }),
    calls(2, { parallel: true }),
    lets(1),
    lets(2),
    starts(1),
    starts(2),
    parks(2),
    parks(1),
  ];
  const [effect] = decide(stateOf(...both), { now: START + 60_000, fence: 1 });
  assert.ok(effect?.kind === "script");
  assert.deepEqual([effect.index, effect.step, effect.waitId], [1, ANSWER, "wait_2"]);
});

test("what cannot be found is named, with what is open", () => {
  const [effect] = decide(stateOf(...parkedIn([CALL, { ...ANSWER, tool: "other" }])), {
    now: START + 60_000,
    fence: 1,
  });
  const error = effect?.kind === "append" ? effect.events.find((event) => event.type === "run.error") : undefined;
  assert.equal(
    error?.type === "run.error" ? error.data.error.message : "",
    "step 2 of the script (`answer`, tool `other`) finds no wait that it is for; open: answer of `desk/publish`",
  );
});

test("a clock that is moved brings everything that is open nearer, and nothing else", () => {
  const script = [CALL, ADVANCE];
  const asked = [...agent({ script }), asks(), says(1), calls(1), wants(1), requests(1)];
  assert.deepEqual(effectsAfter([...asked, advanced(595, 1)], { now: 9 }), ["wait.expired"]);
  const granted = [...asked, votes("ada"), settles()];
  assert.deepEqual(effectsAfter([...granted, advanced(600, 1)]), ["tool.result(approval_denied)"]);
  const parked = stateOf(...parkedIn(script, { expiresAt: at(600) }));
  const moved = stateOf(...parkedIn(script, { expiresAt: at(600) }), advanced(60, 1));
  assert.deepEqual(standing(parked), { status: "ready" });
  assert.deepEqual(standing(moved), { status: "waiting", dueAt: START + 540_000 });
  const back = stateOf(...parkedIn(script, { expiresAt: at(600) }), advanced(-60, 1));
  assert.deepEqual(standing(back), { status: "waiting", dueAt: START + 600_000 });
});

test("what a wait of a moved clock is told, counts the time that was skipped", () => {
  const state = stateOf(...parkedIn([CALL, ADVANCE], { kind: "time", time: at(3600) }), advanced(3600, 1));
  const [effect] = decide(state, { now: START + 10_000, fence: 1 });
  const [event] = effect?.kind === "append" ? effect.events : [];
  assert.deepEqual(event?.type === "wait.resolved" ? event.data.payload : null, { elapsed_seconds: 3602 });
});
