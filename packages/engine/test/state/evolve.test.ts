import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { evolve, fold } from "../../src/state/evolve.ts";
import { unborn } from "../../src/state/run-state.ts";
import { standing } from "../../src/state/standing.ts";
import {
  CANCELLING,
  called,
  created,
  ended,
  gated,
  history,
  parked,
  recovered,
  result,
  resumed,
  START,
  started,
  stateOf,
} from "../harness/histories.ts";

const OPEN = [created(), called(), gated(), started()];

test("a run knows what it was created with", () => {
  const { created: origin, seq, at } = stateOf(created({ resumes: 5 }));
  assert.deepEqual(origin, {
    kind: "call",
    tenant: "t",
    thread: "thr_1",
    config: {},
    settings: {},
    agent: null,
    script: null,
    limits: { resumes: 5, events: 1_000_000, maxSteps: 20, toolFailures: 2 },
    requestedBy: "ada",
    requestedByRoles: [],
    standsForAll: false,
    sharedUpTo: [],
  });
  assert.deepEqual([seq, at], [1, START]);
});

test("a call goes from its making through its waits to its result", () => {
  const steps: [EventDraft, string][] = [
    [created(), ""],
    [called(), "called"],
    [gated(), "gated"],
    [started(), "begun"],
    [parked(), "parked"],
    [ended("resolved"), "woken"],
    [resumed(), "begun"],
    [result(), "settled"],
  ];
  steps.forEach(([, phase], index) => {
    const state = stateOf(...steps.slice(0, index + 1).map(([draft]) => draft));
    assert.equal(state.calls.call_1?.phase.at ?? "", phase);
  });
});

test("repaired arguments are the ones that run, until the call is gated", () => {
  const repaired: EventDraft = {
    type: "arguments.repaired",
    data: { callId: "call_1", changes: [], arguments: { x: 2 } },
  };
  assert.deepEqual(stateOf(created(), called(), repaired).calls.call_1?.arguments, { x: 2 });
  assert.deepEqual(stateOf(created(), called(), gated(), repaired).calls.call_1?.arguments, { x: 1 });
});

const MEANINGLESS: readonly [string, readonly EventDraft[], EventDraft][] = [
  ["a second result", [...OPEN, result()], result(false)],
  ["a result of a call that is not there", [created()], result()],
  ["an answer to a wait that is not open", [...OPEN, parked()], ended("resolved", "wait_9")],
  ["a second answer", [...OPEN, parked(), ended("resolved")], ended("cancelled")],
  ["a start of a call that was not gated", [created(), called()], started()],
  ["a start of a call that was denied", [created(), called(), gated("deny")], started()],
  ["a second start under the same fence", OPEN, started()],
  ["a start under an older fence", [...OPEN, started(3, 2)], started(2, 3)],
  ["a resume without an answer", [...OPEN, parked()], resumed()],
  ["a park of a call that is parked", [...OPEN, parked()], parked("wait_2")],
  ["a second creation", [created()], created({ resumes: 1 })],
  ["a gate of a call that is under way", OPEN, gated("deny")],
  ["a late result", OPEN, { type: "tool.late_result", data: { callId: "call_1", ok: true, durationMs: 1, fence: 1 } }],
];

for (const [title, before, event] of MEANINGLESS) {
  test(`${title} moves the sequence and nothing else`, () => {
    const state = stateOf(...before);
    const after = stateOf(...before, event);
    assert.deepEqual({ ...after, seq: state.seq, at: state.at }, state);
    assert.equal(after.seq, state.seq + 1);
  });
}

test("after its end nothing changes a run", () => {
  const done: EventDraft = { type: "run.completed", data: { output: 42 } };
  const state = stateOf(...OPEN, result(), done);
  const after = stateOf(
    ...OPEN,
    result(),
    done,
    CANCELLING,
    { type: "run.cancelled", data: { by: "bob" } },
    recovered(2),
  );
  assert.deepEqual({ ...after, seq: state.seq, at: state.at }, state);
});

test("an event that is folded already is not folded again", () => {
  const events = history(...OPEN);
  const state = fold(unborn("run_1"), events);
  assert.equal(fold(state, events), state);
});

test("states are frozen, and folding one leaves it as it was", () => {
  const events = history(...OPEN, parked(), ended("resolved"), resumed(), result());
  let state = unborn("run_1");
  for (const event of events) {
    const before = JSON.stringify(state);
    const next = evolve(state, event);
    assert.equal(JSON.stringify(state), before);
    assert.ok(Object.isFrozen(next) && Object.isFrozen(next.calls));
    for (const call of Object.values(next.calls)) assert.ok(Object.isFrozen(call) && Object.isFrozen(call.phase));
    state = next;
  }
});

test("a state survives being kept as JSON", () => {
  const events = history(...OPEN, parked("wait_1", { expires: 60 }));
  for (let cut = 0; cut <= events.length; cut++) {
    const kept = JSON.parse(JSON.stringify(fold(unborn("run_1"), events.slice(0, cut))));
    assert.deepEqual(fold(kept, events.slice(cut)), fold(unborn("run_1"), events));
  }
});

test("how a run stands follows from its calls", () => {
  const rows: [readonly EventDraft[], ReturnType<typeof standing>][] = [
    [OPEN, { status: "ready" }],
    [[...OPEN, parked()], { status: "waiting", dueAt: null }],
    [[...OPEN, parked("wait_1", { expires: 60 })], { status: "waiting", dueAt: START + 60_000 }],
    [[...OPEN, parked("wait_1", { due: 30, expires: 60 })], { status: "waiting", dueAt: START + 30_000 }],
    [[...OPEN, parked(), ended("resolved")], { status: "ready" }],
    [[...OPEN, result(), { type: "run.completed", data: {} }], { status: "completed" }],
    [[...OPEN, { type: "run.cancelled", data: { by: "bob" } }], { status: "cancelled" }],
  ];
  for (const [events, expected] of rows) assert.deepEqual(standing(stateOf(...events)), expected);
});
