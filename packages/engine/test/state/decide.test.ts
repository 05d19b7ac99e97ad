import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { decide } from "../../src/state/decide.ts";
import type { Effect } from "../../src/state/effects.ts";
import {
  CANCELLING,
  called,
  created,
  ended,
  gated,
  parked,
  recovered,
  result,
  resumed,
  START,
  started,
  stateOf,
} from "../harness/histories.ts";

/** An effect in a word: its key, or the events it appends with what matters of them. */
function word(effect: Effect): string {
  if (effect.kind !== "append") return effect.key;
  return effect.events.map(eventWord).join(" ");
}

function eventWord(event: EventDraft): string {
  if (event.type === "tool.result") return `tool.result(${event.data.error?.type ?? "ok"})`;
  if (event.type === "run.failed") return `run.failed(${event.data.error.type})`;
  return event.type;
}

interface Row {
  readonly title: string;
  readonly events: readonly EventDraft[];
  readonly fence?: number;
  /** Seconds after the start of the history. */
  readonly now?: number;
  readonly effects: readonly string[];
}

const OPEN = [created(), called(), gated(), started()];
const IDEMPOTENT = [created(), called({ idempotent: true }), gated(), started()];
const AGAIN = called({ resume: { on: ["answer", "timeout", "cancel"], idempotent: true } });

const TABLE: readonly Row[] = [
  { title: "nothing is known of a run without its first event", events: [], effects: [] },
  { title: "a new call is gated", events: [created(), called()], effects: ["gate:call_1"] },
  { title: "a call that may run is begun", events: [created(), called(), gated()], effects: ["start:call_1:1"] },
  {
    title: "a call that is denied does not run (I5)",
    events: [created(), called(), gated("deny", "not today")],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a call that would have to be asked for does not run (I5)",
    events: [created(), called(), gated("ask")],
    effects: ["tool.result(approval_denied)"],
  },
  { title: "a call under way is left alone", events: OPEN, effects: [] },
  {
    title: "a call of a lost worker is not begun again (I3)",
    events: OPEN,
    fence: 2,
    effects: ["tool.result(outcome_unknown)"],
  },
  { title: "an idempotent one is", events: IDEMPOTENT, fence: 2, effects: ["start:call_1:2"] },
  {
    title: "but not more than three times",
    events: [...IDEMPOTENT, started(2, 2), started(3, 3)],
    fence: 4,
    effects: ["tool.result(outcome_unknown)"],
  },
  { title: "a parked call waits", events: [...OPEN, parked()], now: 1_000_000, effects: [] },
  { title: "before it is due, too", events: [...OPEN, parked("wait_1", { due: 60 })], now: 59, effects: [] },
  {
    title: "a wait for a time ends when it is due",
    events: [...OPEN, parked("wait_1", { due: 60 })],
    now: 60,
    effects: ["wait.resolved"],
  },
  {
    title: "a wait expires at its deadline",
    events: [...OPEN, parked("wait_1", { expires: 60 })],
    now: 60,
    effects: ["wait.expired"],
  },
  {
    title: "an answered wait is gone on with",
    events: [...OPEN, parked(), ended("resolved")],
    effects: ["resume:call_1:wait_1:1"],
  },
  {
    title: "an expired one only where the companion asks for it",
    events: [...OPEN, parked(), ended("expired")],
    effects: ["tool.result(wait_expired)"],
  },
  {
    title: "so a cancelled one",
    events: [...OPEN, parked(), ended("cancelled")],
    effects: ["tool.result(wait_cancelled)"],
  },
  {
    title: "a companion that asks for time-outs is called",
    events: [created(), AGAIN, gated(), started(), parked(), ended("expired")],
    effects: ["resume:call_1:wait_1:1"],
  },
  {
    title: "a companion of a lost worker is not called again",
    events: [...OPEN, parked(), ended("resolved"), resumed()],
    fence: 2,
    effects: ["tool.result(outcome_unknown)"],
  },
  {
    title: "unless it is idempotent",
    events: [created(), AGAIN, gated(), started(), parked(), ended("resolved"), resumed()],
    fence: 2,
    effects: ["resume:call_1:wait_1:2"],
  },
  {
    title: "waits are chained",
    events: [...OPEN, parked(), ended("resolved"), resumed(), parked("wait_2"), ended("resolved", "wait_2")],
    effects: ["resume:call_1:wait_2:1"],
  },
  { title: "a run ends with its call's value", events: [...OPEN, result()], effects: ["run.completed"] },
  {
    title: "or with its error",
    events: [...OPEN, result(false)],
    effects: ["run.error run.failed(ValueError)"],
  },
  { title: "a run that is cancelled stops what is under way", events: [...OPEN, CANCELLING], effects: ["stop:call_1"] },
  {
    title: "and ends when nothing is",
    events: [...OPEN, CANCELLING, result(false)],
    effects: ["run.cancelled"],
  },
  {
    title: "nothing starts in a run that is being cancelled",
    events: [created(), called(), gated(), CANCELLING],
    effects: ["tool.result(cancelled) run.cancelled"],
  },
  {
    title: "its parked calls end with their waits; companions are not called",
    events: [...OPEN, parked(), CANCELLING],
    effects: ["wait.cancelled tool.result(cancelled) run.cancelled"],
  },
  {
    title: "what a lost worker had begun is not known there either",
    events: [...OPEN, CANCELLING],
    fence: 2,
    effects: ["tool.result(outcome_unknown) run.cancelled"],
  },
  {
    title: "a run that cost three workers does not take a fourth",
    events: [...IDEMPOTENT, recovered(2), started(2, 2), recovered(3), started(3, 3), recovered(4)],
    fence: 4,
    effects: ["tool.result(outcome_unknown) run.error run.failed(worker_lost)"],
  },
  {
    title: "a fact in between shows that it goes on",
    events: [created(), AGAIN, gated(), started(), recovered(2), recovered(3), started(3), parked(), recovered(4)],
    fence: 4,
    effects: [],
  },
  {
    title: "more resumes than are allowed end the run",
    events: [
      created({ resumes: 1 }),
      called(),
      gated(),
      started(),
      parked(),
      ended("resolved"),
      resumed(),
      parked("wait_2"),
      ended("resolved", "wait_2"),
    ],
    effects: ["budget.exceeded tool.result(budget.exceeded) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "more events than are allowed end the run",
    events: [created({ events: 5 }), called(), gated(), started(), parked()],
    effects: ["budget.exceeded wait.cancelled tool.result(budget.exceeded) run.error run.failed(budget.exceeded)"],
  },
  {
    title: "nothing is done in a run that has ended",
    events: [...OPEN, result(), { type: "run.completed", data: { output: 42 } }],
    effects: [],
  },
];

for (const row of TABLE) {
  test(row.title, () => {
    const moment = { now: START + (row.now ?? row.events.length) * 1000, fence: row.fence ?? 1 };
    assert.deepEqual(decide(stateOf(...row.events), moment).map(word), row.effects);
  });
}

test("what is due first is decided first", () => {
  const second: EventDraft[] = [called(), gated(), started(), parked("wait_2", { due: 10 })].map((draft) => {
    // The same call again, as the second of the run.
    return { ...draft, data: { ...draft.data, callId: "call_2", ordinal: 2 } } as EventDraft;
  });
  const state = stateOf(created(), called(), gated(), started(), parked("wait_1", { due: 20 }), ...second.slice());
  const effects = decide(state, { now: START + 30_000, fence: 1 });
  assert.deepEqual(
    effects.map((effect) => effect.key),
    ["due:wait_2", "due:wait_1"],
  );
});
