// Folding copies what it changes once, however many events there are: counted, not timed.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft, RunEvent } from "../../src/index.ts";
import { applyEvent } from "../../src/state/apply-event.ts";
import { number } from "../../src/state/consequences.ts";
import { freeze, open } from "../../src/state/draft.ts";
import { fold } from "../../src/state/evolve.ts";
import { type RunState, unborn } from "../../src/state/run-state.ts";
import { sequencesOf } from "../../src/state/sequences.ts";
import {
  agent,
  answers,
  asks,
  calls,
  ends,
  lets,
  message,
  parks,
  resumes,
  says,
  starts,
} from "../harness/agent-histories.ts";
import { START } from "../harness/histories.ts";

function numbered(drafts: readonly EventDraft[], after = 0): RunEvent[] {
  return number("run_1", drafts, after + 1, START);
}

/** A call that is asked again and again. */
function chained(rounds: number): EventDraft[] {
  return Array.from({ length: rounds }, () => [parks(1), answers(1), resumes(1)]).flat();
}

/** The maps of calls that a fold goes through. */
function mapsOf(state: RunState, events: readonly RunEvent[]): { readonly maps: number; readonly state: RunState } {
  const draft = open(state);
  const maps = new Set<unknown>();
  for (const event of events) {
    applyEvent(draft, event);
    maps.add(draft.state.calls);
  }
  return { maps: maps.size, state: freeze(draft) };
}

for (const rounds of [10, 3_400]) {
  test(`a fold of ${rounds * 3} events copies the map of calls once`, () => {
    const before = [...message(...Array.from({ length: 100 }, () => ({ parallel: true }))), starts(1)];
    const state = fold(unborn("run_1"), numbered(before));
    const events = numbered(chained(rounds), before.length);
    const folded = mapsOf(state, events);
    assert.equal(folded.maps, 1);
    assert.equal(folded.state.calls.call_1?.resumes, rounds);
    assert.deepEqual(fold(state, events), folded.state);
  });
}

test("a thousand steps leave counters and sequences, and no calls but those of the last one", () => {
  const steps = Array.from({ length: 1_000 }, (_, index) => {
    const step = index + 1;
    const call = calls(step, {}, { step, ordinal: 1, arguments: { step } });
    return [asks(step), says(1, { step }), call, lets(step), starts(step), ends(step, { value: step })];
  });
  const events = numbered([...agent({ limits: { maxSteps: 2_000 } }), ...steps.flat()]);
  const state = fold(unborn("run_1"), events);
  assert.deepEqual(Object.keys(state.calls), ["call_1000"]);
  assert.equal(state.agent?.step, 1_000);
  assert.equal(state.agent?.tokens, 15_000);
  const conversation = events.filter(({ type }) =>
    ["message.user", "model.responded", "tool.called", "tool.result"].includes(type),
  );
  assert.deepEqual(
    sequencesOf(state.agent?.transcript ?? []),
    conversation.map(({ seq }) => seq),
  );
});

test("a fold is the fold over a snapshot, wherever it was taken", () => {
  const events = numbered([
    ...message({ parallel: true }, { parallel: true }),
    starts(1),
    starts(2),
    parks(1),
    answers(1),
    resumes(1),
    ends(2),
    ends(1),
    asks(2),
    says("done", { step: 2 }),
  ]);
  const whole = fold(unborn("run_1"), events);
  for (let cut = 0; cut <= events.length; cut++) {
    const kept: RunState = JSON.parse(JSON.stringify(fold(unborn("run_1"), events.slice(0, cut))));
    assert.deepEqual(fold(kept, events.slice(cut)), whole);
  }
});

test("the state that was folded on is frozen and stays as it was", () => {
  const before = fold(unborn("run_1"), numbered(message({})));
  const text = JSON.stringify(before);
  const after = fold(before, numbered([starts(1), ends(1)], before.seq));
  assert.equal(JSON.stringify(before), text);
  assert.ok(Object.isFrozen(after) && Object.isFrozen(after.calls) && Object.isFrozen(after.agent));
  assert.notEqual(after.calls, before.calls);
});

test("the ids of calls mean nothing to the map that holds them", () => {
  const odd = ["__proto__", "constructor", "toString"];
  const drafts = odd.flatMap((callId, index) => {
    const call = calls(index + 1);
    return call.type === "tool.called" ? [{ ...call, data: { ...call.data, callId } }] : [];
  });
  const state = fold(unborn("run_1"), numbered([...agent(), asks(), says(3), ...drafts]));
  assert.deepEqual(Object.keys(state.calls), odd);
});
