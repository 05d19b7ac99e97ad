// How a run stands towards the rest of the world: what its row says, so that the store finds it when it can move.

import type { CallState, RunState } from "./run-state.ts";

/** `ready`: somebody may move it now. `waiting`: nobody can before a wait ends, at the latest at `dueAt`. */
export type Standing =
  | { readonly status: "ready" }
  | { readonly status: "waiting"; readonly dueAt: number | null }
  | { readonly status: "completed" | "failed" | "cancelled" };

const ENDS = { "run.completed": "completed", "run.failed": "failed", "run.cancelled": "cancelled" } as const;

/** How the run stands at a moment. */
export function standing(state: RunState): Standing {
  if (state.end !== null) return { status: ENDS[state.end.type] };
  const calls = Object.values(state.calls).filter((call) => call.phase.at !== "settled");
  if (calls.length === 0 || calls.some((call) => call.phase.at !== "parked")) return { status: "ready" };
  const times = calls.flatMap((call) => dueAt(call) ?? []);
  return { status: "waiting", dueAt: times.length === 0 ? null : Math.min(...times) };
}

/** When the wait of a parked call is over or expires; null: never by itself. */
export function dueAt(call: CallState): number | null {
  if (call.phase.at !== "parked") return null;
  const times = [call.phase.wait.dueAt, call.phase.wait.expiresAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}
