// A state that is being folded: fields are set in place, and the map of calls is copied when it is first changed, so that
// a fold of many events copies it once (a copy per event makes long histories quadratic).

import type { CallState, RunState } from "./run-state.ts";

/** A run's state whose fields may be set. */
export type OpenState = { -readonly [Field in keyof RunState]: RunState[Field] };

/** A state that is being folded. */
export interface Draft {
  readonly state: OpenState;
  /** The map of calls, once it is this draft's own. */
  calls: Record<string, CallState> | null;
}

/** Opens a state; the one that was given stays as it is. */
export function open(state: RunState): Draft {
  return { state: { ...state }, calls: null };
}

/** The state as it is after the fold. */
export function freeze({ state, calls }: Draft): RunState {
  if (calls !== null) Object.freeze(calls);
  return Object.freeze(state);
}

/** The call of an id; undefined: there is none. */
export function callOf({ state }: Draft, callId: string): CallState | undefined {
  return Object.hasOwn(state.calls, callId) ? state.calls[callId] : undefined;
}

/** Puts a call in the place of what it was. */
export function setCall(draft: Draft, call: CallState): void {
  // Defined, not assigned: no id means anything to the map's prototype.
  Object.defineProperty(own(draft), call.callId, { value: call, enumerable: true, writable: true, configurable: true });
}

/** Leaves only the calls that have not settled. */
export function dropSettled(draft: Draft): void {
  const { calls } = draft.state;
  for (const callId of Object.keys(calls)) {
    if (calls[callId]?.phase.at === "settled") delete own(draft)[callId];
  }
}

function own(draft: Draft): Record<string, CallState> {
  draft.calls ??= { ...draft.state.calls };
  draft.state.calls = draft.calls;
  return draft.calls;
}
