// The time in which a model request or a call was open, told from the events: what `wallSeconds` bounds.

import type { EventType } from "../events/payloads.ts";
import type { Draft, OpenState } from "./draft.ts";
import type { RunState } from "./run-state.ts";

/** The events with which something opens or closes. */
const TURNS: ReadonlySet<EventType> = new Set([
  "model.requested",
  "model.responded",
  "model.failed",
  "tool.started",
  "tool.resumed",
  "tool.parked",
  "tool.result",
]);

/** After an event: the time counts from now on, or does not any more. */
export function countOpenTime({ state }: Draft, type: EventType, at: number): void {
  if (!TURNS.has(type)) return;
  const open = isOpen(state);
  if (open) state.openSince ??= at;
  else if (state.openSince !== null) {
    state.wallMs += Math.max(0, at - state.openSince);
    state.openSince = null;
  }
}

/** Before a takeover: what was open was so until the last event at the least; the time until it was taken over does not count. */
export function leaveOutLostTime(state: OpenState, lastEventAt: number): void {
  if (state.openSince === null) return;
  state.wallMs += Math.max(0, lastEventAt - state.openSince);
  state.openSince = null;
}

/** Milliseconds that were open, until a moment. */
export function wallMsAt(state: RunState, now: number): number {
  return state.wallMs + (state.openSince === null ? 0 : Math.max(0, now - state.openSince));
}

function isOpen({ agent, calls }: RunState): boolean {
  return agent?.model.at === "requested" || Object.values(calls).some((call) => call.phase.at === "begun");
}
