// evolve(state, event) -> state: pure and total. An event that cannot mean anything where it stands (a second result, an
// answer to a wait that is not open) moves the sequence on and changes nothing else.

import type { RunEvent } from "../events/event.ts";
import { applyEvent } from "./apply-event.ts";
import { type Draft, freeze, open } from "./draft.ts";
import type { RunState } from "./run-state.ts";

/** The state after one more event. */
export function evolve(state: RunState, event: RunEvent): RunState {
  return fold(state, [event]);
}

/** The state after many events, in their order. What they change is copied once, however many they are. */
export function fold(state: RunState, events: Iterable<RunEvent>): RunState {
  let draft: Draft | null = null;
  for (const event of events) {
    if (event.seq <= (draft?.state.seq ?? state.seq)) continue;
    draft ??= open(state);
    applyEvent(draft, event);
  }
  return draft === null ? state : freeze(draft);
}
