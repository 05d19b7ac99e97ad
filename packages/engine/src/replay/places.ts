// Where a history can be taken up again: between events at which nothing is under way.

import type { RunEvent } from "../events/event.ts";
import { evolve } from "../state/evolve.ts";
import { type RunState, unborn } from "../state/run-state.ts";

/** One place: behind the event of this sequence. */
export interface Place {
  readonly seq: number;
  /** What is under way there; null: nothing. */
  readonly busy: string | null;
}

/** Every place of a history, in order. */
export function placesOf(runId: string, events: readonly RunEvent[]): readonly Place[] {
  let state = unborn(runId);
  return events.map((event, index) => {
    state = evolve(state, event);
    return { seq: event.seq, busy: busyWith(state, events[index + 1]) };
  });
}

/** The place that is nearest to a sequence, the earlier one of two; undefined where there is none. */
export function nearestPlace(places: readonly Place[], seq: number): number | undefined {
  return places
    .filter(({ busy }) => busy === null)
    .map((place) => place.seq)
    .sort((a, b) => Math.abs(a - seq) - Math.abs(b - seq) || a - b)[0];
}

function busyWith(state: RunState, next: RunEvent | undefined): string | null {
  const calls = Object.values(state.calls);
  const running = calls.find(({ phase }) => phase.at === "begun");
  if (running !== undefined) return `${running.toolset}/${running.tool} is running`;
  if (state.end !== null || state.error !== null || state.cancelling !== null) return "the run is ending";
  // What was written in one append is taken up whole.
  if (next?.type === "message.user" && state.seq === 1) return "the run begins";
  if (next?.type === "tool.called" && state.agent?.model.at !== "responded") return "calls are being written down";
  if (next?.type === "arguments.repaired") return "calls are being written down";
  const refused = next?.type === "tool.result" ? state.calls[next.data.callId] : undefined;
  return refused?.phase.at === "called" ? "calls are being written down" : null;
}
