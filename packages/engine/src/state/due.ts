// When something is to be decided although no event comes.

import type { CallState, RunState } from "./run-state.ts";

/** When the wait of a call is over, or an approval or its request no good any more; null: never by itself. */
export function dueAt({ phase }: CallState): number | null {
  switch (phase.at) {
    case "parked":
      return earliest([phase.wait.dueAt, phase.wait.expiresAt]);
    case "asked":
      return phase.expiresAt;
    case "approved":
      return phase.grant.usableUntil;
    default:
      return null;
  }
}

/** When the next wait ends by itself, or the model may be asked again; null: never. */
export function nextDueAt(state: RunState): number | null {
  const retryAt = state.agent?.model.at === "failed" ? state.agent.model.retryAt : null;
  return earliest([...Object.values(state.calls).map(dueAt), retryAt]);
}

/** For whoever holds the run: when to decide again although nothing is heard, also because its time is used up; null: never. */
export function wakeAt(state: RunState): number | null {
  if (state.end !== null) return null;
  const seconds = state.created?.limits.wallSeconds;
  const used =
    seconds === undefined || state.openSince === null ? null : state.openSince + seconds * 1000 - state.wallMs;
  return earliest([nextDueAt(state), used]);
}

function earliest(times: readonly (number | null)[]): number | null {
  let first: number | null = null;
  for (const time of times) if (time !== null && (first === null || time < first)) first = time;
  return first;
}
