import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { wakeAt } from "../../src/state/due.ts";
import { agent, asks, at, calls, ends, fails, lets, message, parks, says, starts } from "../harness/agent-histories.ts";
import { effectsAfter, testTable } from "../harness/effect-table.ts";
import { recovered, START, stateOf } from "../harness/histories.ts";

/** A step of one call that came to something. */
function step(
  number: number,
  came: Parameters<typeof ends>[1] = { value: number },
  given: Record<string, unknown> = {},
): EventDraft[] {
  const events = [
    asks(number),
    says(1, { step: number }),
    calls(1, {}, { callId: `call_${number}`, step: number, arguments: { n: number }, ...given }),
    lets(number),
    starts(number),
    ends(number, came),
  ];
  return events;
}

const alike = (number: number, value = 1): EventDraft[] => step(number, { value }, { arguments: { same: true } });

/** A step of so many calls, all alike. */
function several(number: number, count: number): EventDraft[] {
  const ordinals = Array.from({ length: count }, (_, index) => index + 1);
  const named = (event: EventDraft, ordinal: number): EventDraft => ({
    ...event,
    // The same event of a call of this step.
    data: { ...event.data, callId: `call_${number}_${ordinal}` } as never,
  });
  const written = ordinals.map((n) => named(calls(n, { parallel: true }, { step: number, arguments: {} }), n));
  return [
    ...[asks(number), says(count, { step: number }), ...written],
    ...ordinals.flatMap((n) => [named(lets(n), n), named(starts(n), n), named(ends(n), n)]),
  ];
}

testTable([
  {
    title: "an agent is asked so many times, and not once more",
    events: [...agent({ limits: { maxSteps: 2 } }), ...step(1), ...step(2)],
    effects: ["budget.exceeded(maxSteps 2/2) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "its last step may be its last word",
    events: [...agent({ limits: { maxSteps: 2 } }), ...step(1), asks(2), says("done", { step: 2 })],
    effects: ['message.assistant run.completed("done")'],
  },
  {
    title: "another attempt is no other step",
    events: [...agent({ limits: { maxSteps: 1 } }), asks(), fails({ retryAt: at(1) })],
    effects: ["ask:1:2"],
  },
  {
    title: "without a limit there are twenty steps",
    events: [...agent(), ...Array.from({ length: 20 }, (_, index) => step(index + 1)).flat()],
    effects: ["budget.exceeded(maxSteps 20/20) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "tokens are counted in and out",
    events: [...agent({ limits: { tokens: 30 } }), ...step(1), ...step(2)],
    effects: ["budget.exceeded(tokens 30/30) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "below their limit the agent goes on",
    events: [...agent({ limits: { tokens: 31 } }), ...step(1), ...step(2)],
    effects: ["ask:3:1"],
  },
  {
    title: "three calls alike with results alike go in circles",
    events: [...agent(), ...alike(1), ...alike(2), ...alike(3)],
    effects: ["budget.exceeded(loop 3/2) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "three alike of one message are asked for at once, and do not",
    events: [...agent(), ...several(1, 3)],
    effects: ["ask:2:1"],
  },
  {
    title: "three messages of them do",
    events: [...agent(), ...several(1, 2), ...several(2, 2), ...several(3, 2)],
    effects: ["budget.exceeded(loop 3/2) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "with another result they do not",
    events: [...agent(), ...alike(1), ...alike(2), ...alike(3, 2)],
    effects: ["ask:4:1"],
  },
  {
    title: "nor with another call in between",
    events: [...agent(), ...alike(1), ...alike(2), ...step(3), ...alike(4)],
    effects: ["ask:5:1"],
  },
  {
    title: "nor with other arguments",
    events: [...agent(), ...alike(1), ...alike(2), ...step(3, { value: 1 })],
    effects: ["ask:4:1"],
  },
  {
    title: "calls that failed alike do, too",
    events: [
      ...agent({ limits: { toolFailures: 9 } }),
      ...[1, 2, 3].flatMap((number) => step(number, { error: "ValueError" }, { arguments: {} })),
    ],
    effects: ["budget.exceeded(loop 3/2) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "the time in which something was open is bounded: what runs is stopped",
    events: [...agent({ limits: { wallSeconds: 5 } }), asks(), says(1), calls(1), lets(1), starts(1)],
    now: 11,
    effects: ["stop:call_1"],
  },
  {
    title: "not before",
    events: [...agent({ limits: { wallSeconds: 5 } }), asks(), says(1), calls(1), lets(1), starts(1)],
    now: 10,
    effects: [],
  },
  {
    title: "so is asking",
    events: [...agent({ limits: { wallSeconds: 5 } }), asks()],
    now: 8,
    effects: ["stop:model"],
  },
  {
    title: "then the run ends",
    events: [...agent({ limits: { wallSeconds: 1 } }), asks(), fails({ retryAt: at(90) })],
    now: 60,
    effects: ["budget.exceeded(wallSeconds 1/1) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "the time of waits does not count",
    events: [...agent({ limits: { wallSeconds: 5 } }), asks(), says(1), calls(1), lets(1), starts(1), parks(1)],
    now: 1_000_000,
    effects: [],
  },
  {
    title: "nor the time in which nobody had the run of a lost worker",
    events: [
      ...agent({ limits: { wallSeconds: 5 } }),
      asks(),
      ...Array.from(
        { length: 3 },
        () => ({ type: "tool.log", data: { callId: "call_1", stream: "stdout", text: "x" } }) as const,
      ),
      recovered(2),
      asks(1, 2, 2),
    ],
    now: 9,
    fence: 2,
    effects: [],
  },
  {
    title: "a run of so many events has had enough of them",
    events: [...agent({ limits: { events: 6 } }), ...message({}).slice(3), starts(1)],
    effects: ["stop:call_1"],
  },
]);

test("when to look again although nothing is heard: waits, retries, and the end of the time that may be open", () => {
  const limited = agent({ limits: { wallSeconds: 5 } });
  assert.equal(wakeAt(stateOf(...limited)), null);
  assert.equal(wakeAt(stateOf(...limited, asks())), START + 3_000 + 5_000);
  assert.equal(wakeAt(stateOf(...limited, asks(), fails({ retryAt: at(90) }))), START + 90_000);
  const again = [...limited, asks(), fails({ retryAt: at(4) }), asks(1, 2)];
  assert.equal(wakeAt(stateOf(...again)), START + 5_000 + 4_000);
  const waits = [...message({ parallel: true }, { parallel: true }), starts(1), starts(2)];
  assert.equal(
    wakeAt(stateOf(...waits, parks(1, { expiresAt: at(99) }), parks(2, { kind: "time", time: at(70) }))),
    START + 70_000,
  );
  assert.equal(wakeAt(stateOf(...again, { type: "run.cancelled", data: { by: "bob" } })), null);
});

test("what is used up is named with the limit that would have to be raised", () => {
  assert.deepEqual(effectsAfter([...agent({ limits: { maxSteps: 0 } })]), [
    "budget.exceeded(maxSteps 0/0) run.error run.failed(budget.exceeded)",
  ]);
});

test("what was open when a worker was lost counts until its last event", () => {
  const log: EventDraft = { type: "tool.log", data: { callId: "call_1", stream: "stdout", text: "x" } };
  const state = stateOf(...agent(), asks(), log, log, recovered(2));
  assert.deepEqual([state.wallMs, state.openSince], [2_000, null]);
});
