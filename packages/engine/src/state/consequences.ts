// What follows from events without any effect in between: so that a result and the end of its run are one append.

import { ENGINE_VERSION, type EventDraft, type RunEvent } from "../events/event.ts";
import { decide, type Moment } from "./decide.ts";
import { fold } from "./evolve.ts";
import type { RunState } from "./run-state.ts";

/** More steps than this without an effect mean that deciding does not come to rest, which is a fault of the engine. */
const MAX_STEPS = 1_000;

/** The decisions that follow at once, and the state in which there are none left. Sequences in it are provisional. */
export function consequences(
  state: RunState,
  moment: Moment,
): { readonly events: readonly EventDraft[]; readonly state: RunState } {
  const events: EventDraft[] = [];
  let next = state;
  for (let step = 0; step < MAX_STEPS; step++) {
    // What is decided together is about different calls, so that one fold takes all of it.
    const decided = decide(next, moment).flatMap((effect) => (effect.kind === "append" ? effect.events : []));
    if (decided.length === 0) return { events, state: next };
    events.push(...decided);
    next = foldDrafts(next, decided, moment.now);
  }
  throw new Error(`run ${state.runId} does not come to rest after ${MAX_STEPS} decisions`);
}

/** The state after events that the store has not numbered yet, as it will be if nothing comes between. */
export function foldDrafts(state: RunState, drafts: readonly EventDraft[], now: number): RunState {
  return fold(state, number(state.runId, drafts, state.seq + 1, now));
}

/** Events as the store numbered them. */
export function number(runId: string, drafts: readonly EventDraft[], firstSeq: number, at: number): RunEvent[] {
  const time = new Date(at).toISOString();
  return drafts.map((draft, index) => {
    const event: RunEvent = { runId, seq: firstSeq + index, at: time, ...draft, v: ENGINE_VERSION };
    return Object.freeze(event);
  });
}
