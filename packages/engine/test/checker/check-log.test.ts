import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import {
  called,
  created,
  ended,
  gated,
  history,
  parked,
  recovered,
  result,
  resumed,
  started,
} from "../harness/histories.ts";
import { checkLog, type LedgerLine, type LogEvent } from "./check-log.ts";

const DONE: EventDraft = { type: "run.completed", data: { output: 42 } };
const OPEN = [created(), called(), gated(), started()];
const GOOD = [...OPEN, parked(), ended("resolved"), resumed(), result(), DONE];
const RAN: readonly LedgerLine[] = [
  { callId: "call_1", phase: "call" },
  { callId: "call_1", phase: "wait_1" },
];

test("a log that is right passes", () => {
  assert.deepEqual(checkLog(history(...GOOD), RAN), []);
});

const again = { ...started(2, 2) };
const WRONG: readonly [string, readonly EventDraft[], readonly LedgerLine[], RegExp][] = [
  ["a tool that ran without a start", [created(), called(), gated()], RAN.slice(0, 1), /^I1: call_1 ran \(call\)/],
  ["a fence that falls", [...OPEN, recovered(3), started(2)], [], /^I2: event 6 has the fence 2 after 3/],
  ["a second start under one fence", [...OPEN, started()], [], /^I3: call_1 call is begun twice/],
  ["a second start of a tool that is not idempotent", [...OPEN, recovered(2), again], [], /not idempotent/],
  [
    "a tool that ran more often than it was begun",
    OPEN,
    [...RAN.slice(0, 1), ...RAN.slice(0, 1)],
    /^I3: call_1 call ran 2/,
  ],
  ["two ends of a wait", [...OPEN, parked(), ended("resolved"), ended("expired")], [], /^I4: wait_1 is ended at 7/],
  ["a resume without an end", [...OPEN, parked(), resumed()], [], /^I4: wait_1 is gone on with at 6, open/],
  ["a wait that is open at the end", [...OPEN, parked(), result(), DONE], [], /^I4: wait_1 is open after/],
  ["a start that was denied", [created(), called(), gated("deny"), started()], [], /^I5: call_1 is started at 4/],
  ["two ends", [...OPEN, result(), DONE, DONE], [], /^the run has 2 ends/],
  ["two results", [...OPEN, result(), result(false)], [], /^a call has two results/],
  ["an event after the end", [...OPEN, result(), DONE, result(false)], [], /tool\.result comes after the end/],
  ["a call that is open at the end", [...OPEN, DONE], [], /^call_1 has no result/],
];

for (const [title, events, ledger, expected] of WRONG) {
  test(`${title} is refused`, () => {
    const faults = checkLog(history(...events), ledger);
    assert.ok(
      faults.some((fault) => expected.test(fault)),
      faults.join("; "),
    );
  });
}

test("gaps, time that goes back and another version are refused", () => {
  const events: LogEvent[] = history(...GOOD);
  assert.match(checkLog(events.toSpliced(2, 1), RAN).join(), /I2: event 3 has the sequence 4/);
  const [first, second, ...rest] = events;
  assert.ok(first !== undefined && second !== undefined);
  assert.match(
    checkLog([first, { ...second, at: "2029-01-01T00:00:00.000Z" }, ...rest], RAN).join(),
    /I2: time goes back/,
  );
  const other = events.map((event) =>
    event.type === "tool.resumed" ? { ...event, data: { ...event.data, version: "2" } } : event,
  );
  assert.match(checkLog(other, RAN).join(), /I6: call_1 goes on with version 2/);
});
