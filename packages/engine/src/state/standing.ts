// How a run stands towards the rest of the world: what its row says, so that the store finds it when it can move.

import { decide } from "./decide.ts";
import { nextDueAt } from "./due.ts";
import type { RunState } from "./run-state.ts";

/** `ready`: somebody may move it now. `waiting`: nobody can before a wait ends, at the latest at `dueAt`. */
export type Standing =
  | { readonly status: "ready" }
  | { readonly status: "waiting"; readonly dueAt: number | null }
  | { readonly status: "completed" | "failed" | "cancelled" };

const ENDS = { "run.completed": "completed", "run.failed": "failed", "run.cancelled": "cancelled" } as const;

/** Nothing is due yet, and what was begun needs somebody: what can be decided then does not wait for anything. */
const BEFORE_ALL_TIME = Object.freeze({ now: Number.NEGATIVE_INFINITY, fence: Number.POSITIVE_INFINITY });

/** How the run stands. */
export function standing(state: RunState): Standing {
  if (state.end !== null) return { status: ENDS[state.end.type] };
  if (isUnbegun(state) || decide(state, BEFORE_ALL_TIME).length > 0) return { status: "ready" };
  return { status: "waiting", dueAt: nextDueAt(state) };
}

/** Before its first events are all there, a run cannot be said to wait. */
function isUnbegun({ created, calls }: RunState): boolean {
  return created === null || (created.kind === "call" && Object.keys(calls).length === 0);
}
