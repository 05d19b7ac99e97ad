import assert from "node:assert/strict";
import { test } from "node:test";
import { answers, calls, ends, lets, message, parks, starts, wants } from "../harness/agent-histories.ts";
import { effectsAfter, testTable } from "../harness/effect-table.ts";
import { recovered } from "../harness/histories.ts";

const READS = { readOnly: true };
const FREE = { parallel: true };

testTable([
  {
    title: "calls with effects start one after another",
    events: message({}, {}, {}),
    effects: ["start:call_1:1"],
  },
  {
    title: "the next when the one before has settled",
    events: [...message({}, {}), starts(1), ends(1)],
    effects: ["start:call_2:1"],
  },
  { title: "not while it runs", events: [...message({}, {}), starts(1)], effects: [] },
  {
    title: "nor while it is parked, which is not settled",
    events: [...message({}, {}), starts(1), parks(1)],
    effects: [],
  },
  {
    title: "calls that only read start together",
    events: message(READS, READS, {}),
    effects: ["start:call_1:1", "start:call_2:1"],
  },
  {
    title: "one with effects waits for those that read before it",
    events: [...message(READS, READS, {}), starts(1), starts(2), ends(1)],
    effects: [],
  },
  {
    title: "one that reads waits for those with effects before it, and for no others",
    events: [...message(READS, {}, READS), starts(1)],
    effects: [],
  },
  {
    title: "it goes once they have settled",
    events: [...message({}, READS, READS), starts(1), ends(1), starts(2)],
    effects: ["start:call_3:1"],
  },
  {
    title: "calls of a toolset that says so take no part in the order",
    events: message({}, FREE, {}),
    effects: ["start:call_1:1", "start:call_2:1"],
  },
  {
    title: "and hold none back",
    events: [...message(FREE, {}), starts(1)],
    effects: ["start:call_2:1"],
  },
  {
    title: "gates are not held back by the order",
    events: [...message({}), calls(2), calls(3)],
    effects: ["start:call_1:1", "gate:call_2", "gate:call_3"],
  },
  {
    title: "nor are requests for approvals",
    events: [...message({}), calls(2), wants(2), calls(3), wants(3)],
    effects: ["start:call_1:1", "request:call_2", "request:call_3"],
  },
  {
    title: "a call that waits for its approval holds back those behind it",
    events: [...message({}).slice(0, -1), wants(1), calls(2), lets(2)],
    effects: ["request:call_1"],
  },
  {
    title: "what goes on after a wait is not held back, whatever is before it",
    events: [...message({}, READS), starts(1), parks(1), calls(3, FREE), lets(3), starts(3), parks(3), answers(3)],
    effects: ["resume:call_3:wait_3:1"],
  },
  {
    title: "a call that failed has settled, too",
    events: [...message({}, {}), starts(1), ends(1, { error: "ValueError" })],
    effects: ["start:call_2:1"],
  },
]);

const TEN = Array.from({ length: 10 }, () => FREE);
const keys = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `start:call_${from + index}:1`);

test("eight calls of a run are under way at once", () => {
  assert.deepEqual(effectsAfter(message(...TEN)), keys(1, 8));
  assert.deepEqual(effectsAfter([...message(...TEN), starts(1), starts(2)]), keys(3, 8));
  assert.deepEqual(effectsAfter([...message(...TEN), starts(1), starts(2), ends(1)]), keys(3, 9));
});

test("what a lost worker had begun has its place until it has settled", () => {
  const idempotent = Array.from({ length: 10 }, () => ({ ...FREE, idempotent: true }));
  const open = [...message(...idempotent), ...[1, 2, 3, 4, 5, 6, 7, 8].map((ordinal) => starts(ordinal)), recovered(2)];
  assert.deepEqual(
    effectsAfter(open, { fence: 2 }),
    [1, 2, 3, 4, 5, 6, 7, 8].map((ordinal) => `start:call_${ordinal}:2`),
  );
});

test("a parked call takes no place, one that goes on takes one and is not held back", () => {
  const open = [...message(...TEN), starts(1), parks(1)];
  assert.deepEqual(effectsAfter(open), keys(2, 9));
  const full = [...open, ...[2, 3, 4, 5, 6, 7, 8, 9].map((ordinal) => starts(ordinal)), answers(1)];
  assert.deepEqual(effectsAfter(full), ["resume:call_1:wait_1:1"]);
  assert.deepEqual(effectsAfter([...open, answers(1)]), ["resume:call_1:wait_1:1", ...keys(2, 8)]);
});

test("the order is the message's, not that in which the calls were let through", () => {
  const events = [...message({}).slice(0, -2), calls(2), calls(1), lets(2), lets(1)];
  assert.deepEqual(effectsAfter(events), ["start:call_1:1"]);
});
