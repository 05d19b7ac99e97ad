import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { isToolFailure, unknownsLike } from "../../src/state/failures.ts";
import type { CallState, RunState } from "../../src/state/run-state.ts";
import { agent, asks, calls, ends, lets, message, parks, says, starts } from "../harness/agent-histories.ts";
import { testTable } from "../harness/effect-table.ts";
import { called, created, gated, recovered, result, started, stateOf } from "../harness/histories.ts";

/** A message of calls that all failed, the last of which is still to settle. */
const FREE = { parallel: true };
const THREE = [...message(FREE, FREE, FREE, FREE), starts(1), starts(2), starts(3), starts(4)];
const failed = (...ordinals: readonly number[]): EventDraft[] =>
  ordinals.map((ordinal) => ends(ordinal, { error: `Error${ordinal}` }));

testTable([
  {
    title: "two failures are tolerated",
    events: [...THREE.slice(0, -1), ...failed(1, 2), ends(3)],
    effects: ["start:call_4:1"],
  },
  {
    title: "the third stops what runs",
    events: [...THREE, ...failed(1, 2, 3)],
    effects: ["stop:call_4"],
  },
  {
    title: "and then ends the run with its own error",
    events: [...THREE, ...failed(1, 2, 3), ends(4, { error: "cancelled" })],
    effects: ["run.error run.failed(Error3)"],
  },
  {
    title: "one that is parked ends with it",
    events: [...THREE, parks(4), ...failed(1, 2, 3)],
    effects: ["wait.cancelled tool.result(cancelled) run.error run.failed(Error3)"],
  },
  {
    title: "calls that have not begun do not begin",
    events: [...THREE.slice(0, -1), ...failed(1, 2, 3)],
    effects: ["tool.result(cancelled) run.error run.failed(Error3)"],
  },
  {
    title: "a failure after that changes nothing of it",
    events: [...THREE, ...failed(1, 2, 3, 4)],
    effects: ["run.error run.failed(Error3)"],
  },
  {
    title: "a success does not reset the count",
    events: [...THREE.slice(0, -1), ...failed(1, 2), ends(3), starts(4), ...failed(4)],
    effects: ["run.error run.failed(Error4)"],
  },
  {
    title: "an agent may tolerate none",
    events: [...agent({ limits: { toolFailures: 0 } }), asks(), says(1), calls(1), lets(1), starts(1), ...failed(1)],
    effects: ["run.error run.failed(Error1)"],
  },
  {
    title: "failures of earlier steps count",
    events: [
      ...THREE.slice(0, -1),
      ...failed(1, 2),
      ends(3),
      starts(4),
      ends(4),
      asks(2),
      says(1, { step: 2 }),
      calls(5, {}, { step: 2, ordinal: 1 }),
      lets(5),
      starts(5),
      ...failed(5),
    ],
    effects: ["run.error run.failed(Error5)"],
  },
  {
    title: "what is no failure of the tool does not count",
    events: [
      ...THREE,
      ...["outcome_unknown", "source_changed", "approval_denied", "cancelled"].map((error, index) =>
        ends(index + 1, { error }),
      ),
    ],
    effects: ["ask:2:1"],
  },
  {
    title: "a call that was never run because its arguments did not fit does",
    events: [
      ...agent({ limits: { toolFailures: 0 } }),
      asks(),
      says(1),
      calls(1),
      ends(1, { error: "invalid_arguments" }),
    ],
    effects: ["run.error run.failed(invalid_arguments)"],
  },
  {
    title: "a run of kind `call` ends with its call's own outcome",
    events: [created(), called(), gated(), started(), result(false)],
    effects: ["run.error run.failed(ValueError)"],
  },
]);

test("what counts as a failure of the tool", () => {
  const of = (type: string): boolean => isToolFailure({ type, message: "" });
  assert.deepEqual(["ValueError", "timeout", "unknown_tool", "wait_expired"].map(of), [true, true, true, true]);
  assert.deepEqual(["approval_denied", "outcome_unknown", "source_changed", "cancelled", "cut_short"].map(of), [
    false,
    false,
    false,
    false,
    false,
  ]);
});

/** A run one of whose calls has no known outcome, with a later call. */
function afterUnknown(first: Parameters<typeof calls>[1], later: Parameters<typeof calls>[2]): [RunState, CallState] {
  const lost = [
    ...agent(),
    asks(),
    says(1),
    calls(1, first, { arguments: { a: 1, b: [2] } }),
    lets(1),
    starts(1),
    recovered(2),
  ];
  const known = [...lost, ends(1, { error: "outcome_unknown" }), asks(2, 1, 2), says(1, { step: 2 })];
  const state = stateOf(...known, calls(2, first, { step: 2, ordinal: 1, arguments: { b: [2], a: 1 }, ...later }));
  const call = state.calls.call_2;
  assert.ok(call !== undefined);
  return [state, call];
}

test("a call whose effect may have happened before needs a person", () => {
  assert.equal(unknownsLike(...afterUnknown({}, {})), 1);
});

test("not with other arguments, of another tool or another toolset", () => {
  assert.equal(unknownsLike(...afterUnknown({}, { arguments: { a: 1, b: [3] } })), 0);
  assert.equal(unknownsLike(...afterUnknown({}, { tool: "other" })), 0);
  assert.equal(unknownsLike(...afterUnknown({}, { toolset: "other" })), 0);
});

test("what does no harm twice is not remembered at all", () => {
  assert.deepEqual(afterUnknown({ idempotent: true }, {})[0].unknown, []);
  assert.equal(afterUnknown({}, {})[0].unknown.length, 1);
});

test("nor where doing it twice does no harm", () => {
  assert.equal(unknownsLike(...afterUnknown({ readOnly: true }, {})), 0);
  assert.equal(unknownsLike(...afterUnknown({ idempotent: true }, {})), 0);
});
