import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { EventDraft, RunEvent } from "../../src/index.ts";
import { consequences, foldDrafts, number } from "../../src/state/consequences.ts";
import { decide } from "../../src/state/decide.ts";
import { evolve } from "../../src/state/evolve.ts";
import { type RunState, unborn } from "../../src/state/run-state.ts";
import { standing } from "../../src/state/standing.ts";
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
} from "../harness/histories.ts";

const fences = fc.integer({ min: 1, max: 4 });
const waits = fc.constantFrom("wait_1", "wait_2");
const anyEvent: fc.Arbitrary<EventDraft> = fc.oneof(
  fc.constant(created()),
  fc.constant(created({ resumes: 1, events: 12 })),
  fc.record({ idempotent: fc.boolean() }).map(called),
  fc.constantFrom("run" as const, "ask" as const, "deny" as const).map((verdict) => gated(verdict)),
  fc.tuple(fences, fences).map(([fence, attempt]) => started(fence, attempt)),
  fc.tuple(waits, fences).map(([wait, fence]) => resumed(wait, fence)),
  fc.tuple(waits, fc.integer({ min: 0, max: 40 })).map(([wait, due]) => parked(wait, { due })),
  fc.tuple(waits, fc.integer({ min: 0, max: 40 })).map(([wait, expires]) => parked(wait, { expires })),
  fc
    .tuple(fc.constantFrom("resolved" as const, "expired" as const, "cancelled" as const), waits)
    .map(([how, wait]) => ended(how, wait)),
  fc.boolean().map(result),
  fences.map(recovered),
  fc.constant(CANCELLING),
  fc.constant<EventDraft>({ type: "run.error", data: { error: { type: "x", message: "x" } } }),
  fc.constant<EventDraft>({ type: "run.completed", data: { output: null } }),
  fc.constant<EventDraft>({ type: "run.cancelled", data: { by: "bob" } }),
  fc.constant<EventDraft>({ type: "tool.log", data: { callId: "call_1", stream: "stdout", text: "x" } }),
);

function play(drafts: readonly EventDraft[]): RunState {
  return drafts.reduce(
    (state, draft, index) => evolve(state, number("run_1", [draft], index + 1, START + index * 1000)[0] as RunEvent),
    unborn("run_1"),
  );
}

test("whatever the history, folding and deciding are total, and change nothing they are given", () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 30 }),
      fences,
      fc.integer({ min: 0, max: 100 }),
      (drafts, fence, now) => {
        const state = play(drafts);
        assert.equal(state.seq, drafts.length);
        const before = JSON.stringify(state);
        const moment = { now: START + now * 1000, fence };
        const effects = decide(state, moment);
        assert.deepEqual(decide(state, moment), effects);
        assert.ok(Object.isFrozen(effects));
        assert.equal(new Set(effects.map((effect) => effect.key)).size, effects.length);
        consequences(state, moment);
        standing(state);
        assert.equal(JSON.stringify(state), before);
      },
    ),
    { numRuns: 500 },
  );
});

test("whatever the history, what is decided comes to rest, and every append means something", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), fences, (drafts, fence) => {
      const state = play(drafts);
      const moment = { now: START + 100_000, fence };
      const { events, state: rest } = consequences(state, moment);
      assert.equal(
        decide(rest, moment).some((effect) => effect.kind === "append"),
        false,
      );
      const { seq: _seq, at: _at, ...after } = rest;
      const { seq: _seq2, at: _at2, ...before } = state;
      if (events.length > 0) assert.notDeepEqual(after, before);
    }),
    { numRuns: 500 },
  );
});

/** A worker in a few lines: it performs what is decided, and the world answers as the choices say. */
function live(choices: readonly number[]): readonly EventDraft[] {
  const log: EventDraft[] = [created({ resumes: 6 }), called({ idempotent: (choices[0] ?? 0) % 2 === 0 })];
  let state = play(log);
  let now = START;
  let fence = 1;
  const write = (...drafts: readonly EventDraft[]): void => {
    log.push(...drafts);
    state = foldDrafts(state, drafts, now);
  };
  for (const choice of choices) {
    if (state.end !== null) break;
    now += 10_000;
    const open = state.calls.call_1?.phase;
    if (choice === 0) {
      fence += 1;
      write(recovered(fence));
    } else if (choice === 1 && state.cancelling === null) {
      write(CANCELLING);
    } else if (open?.at === "begun" && open.fence === fence) {
      write(
        choice < 5
          ? result(choice % 2 === 0)
          : parked(`wait_${log.length}`, choice < 7 ? { due: 0 } : { expires: 1e6 }),
      );
    } else if (open?.at === "parked" && choice > 5) {
      write(ended(choice % 2 === 0 ? "resolved" : "cancelled", open.wait.waitId));
    }
    write(...consequences(state, { now, fence }).events);
    for (const effect of decide(state, { now, fence })) {
      if (effect.kind === "gate") write(gated());
      if (effect.kind !== "begin") continue;
      write(effect.wait === null ? started(fence, effect.attempt) : resumed(effect.wait.waitId, fence, effect.attempt));
    }
  }
  return log;
}

test("a run that is lived through has at most one end, one result and one end of each wait", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }), (choices) => {
      const log = live(choices);
      const count = (...types: string[]): number => log.filter((event) => types.includes(event.type)).length;
      const ends = count("run.completed", "run.failed", "run.cancelled");
      assert.ok(ends <= 1);
      if (ends === 1) {
        const last = log.at(-1)?.type ?? "";
        assert.ok(["run.completed", "run.failed", "run.cancelled"].includes(last));
        assert.equal(count("tool.result"), 1);
      }
      const endings = log.flatMap((event) =>
        event.type === "wait.resolved" || event.type === "wait.expired" || event.type === "wait.cancelled"
          ? [event.data.waitId]
          : [],
      );
      assert.equal(new Set(endings).size, endings.length);
      assert.ok(count("run.failed") === 0 || count("run.error") === 1);
    }),
    { numRuns: 1000 },
  );
});

test("a phase that is not idempotent is begun once, however many workers are lost (I3)", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }), (choices) => {
      const log = live([1, ...choices]);
      const starts = log.filter((event) => event.type === "tool.started").length;
      const resumes = log.flatMap((event) => (event.type === "tool.resumed" ? [event.data.waitId] : []));
      assert.ok(starts <= 1);
      assert.equal(new Set(resumes).size, resumes.length);
    }),
    { numRuns: 500 },
  );
});
