import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RunEvent } from "../../src/index.ts";
import { number } from "../../src/state/consequences.ts";
import { decide } from "../../src/state/decide.ts";
import { evolve, fold } from "../../src/state/evolve.ts";
import { type RunState, unborn } from "../../src/state/run-state.ts";
import { standing } from "../../src/state/standing.ts";
import { checkLog } from "../checker/check-log.ts";
import { START } from "../harness/histories.ts";
import { type Lived, live, reach } from "./lived-history.ts";
import { allowed } from "./reference.ts";

const choices = fc.array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 150, size: "max" });

function eventsOf({ log }: Lived): RunEvent[] {
  return log.flatMap((draft, index) => number("run_1", [draft], index + 1, START + index * 1000));
}

/** Keys without their reasons: a reference tells what, not in which words. */
function plain(key: string): string {
  if (key.startsWith("settle:")) return key.split(":").slice(0, 2).join(":");
  return key.startsWith("say:") || key === "remind" ? "end" : key;
}

test("whatever is lived, exactly that may be done next what the design allows, at every event", () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      const lived = live(numbers);
      let state = unborn("run_1");
      eventsOf(lived).forEach((event, index) => {
        state = evolve(state, event);
        const seen = index + 1;
        const fence = lived.fences[seen] ?? 1;
        const decided = decide(state, { now: START + seen * 1000, fence }).map(({ key }) => plain(key));
        const expected = allowed(lived.log.slice(0, seen), seen, fence);
        assert.deepEqual(new Set(decided), expected, `after ${seen} events, the last ${event.type}`);
        assert.equal(decided.length, expected.size);
      });
    }),
    { numRuns: 250 },
  );
});

test("every event of a lived history means something", () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      let state = unborn("run_1");
      for (const event of eventsOf(live(numbers))) {
        const next = evolve(state, event);
        const { seq: _a, at: _b, ...before } = state;
        const { seq: _c, at: _d, ...after } = next;
        assert.notDeepEqual(after, before, `${event.type} at ${event.seq} changes nothing`);
        state = next;
      }
    }),
    { numRuns: 200 },
  );
});

test("a fold is the fold over a snapshot of any prefix, and its own input again", () => {
  fc.assert(
    fc.property(choices, fc.nat(), (numbers, cut) => {
      const events = eventsOf(live(numbers));
      const at = cut % (events.length + 1);
      const whole = fold(unborn("run_1"), events);
      const kept: RunState = JSON.parse(JSON.stringify(fold(unborn("run_1"), events.slice(0, at))));
      assert.deepEqual(fold(kept, events.slice(at)), whole);
      assert.deepEqual(events.reduce(evolve, unborn("run_1")), whole);
      assert.equal(fold(whole, events), whole);
    }),
    { numRuns: 200 },
  );
});

test("a run waits exactly when nothing can be done before a time that it names", () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      const lived = live(numbers);
      const state = fold(unborn("run_1"), eventsOf(lived));
      const stands = standing(state);
      const now = (seconds: number): number => START + seconds * 1000;
      const fence = (lived.fences.at(-1) ?? 1) + 1;
      if (stands.status === "waiting") {
        const due = stands.dueAt ?? Number.POSITIVE_INFINITY;
        assert.deepEqual(decide(state, { now: due - 1, fence }), []);
        if (stands.dueAt !== null) assert.notDeepEqual(decide(state, { now: due, fence }), []);
        else assert.deepEqual(decide(state, { now: now(1e9), fence }), []);
      }
      if (stands.status === "ready") assert.notDeepEqual(decide(state, { now: 0, fence }), []);
    }),
    { numRuns: 300 },
  );
});

test("the log checker refuses none of them", () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      assert.deepEqual(checkLog(eventsOf(live(numbers)), []), []);
    }),
    { numRuns: 200 },
  );
});

test("the histories that are lived go far: through every kind of event", () => {
  const reached = new Set<string>();
  const sample = fc.sample(choices, { numRuns: 600, seed: 7 });
  for (const numbers of sample) for (const mark of reach(live(numbers))) reached.add(mark);
  for (const mark of [
    "call.gated",
    "approval.requested",
    "approval.decided",
    "wait.resolved",
    "wait.expired",
    "wait.cancelled",
    "tool.started",
    "tool.resumed",
    "tool.parked",
    "tool.result",
    "model.failed",
    "run.recovered",
    "run.cancelling",
    "run.failed",
    "steps:3",
  ]) {
    assert.ok(reached.has(mark), `no history has ${mark}`);
  }
});
