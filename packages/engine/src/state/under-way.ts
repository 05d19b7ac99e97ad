// What of a run is under way in the worker that holds it under a fence.

import type { CallState, RunState } from "./run-state.ts";

/** Whether a phase of the call runs. What was begun under an older fence does not: its worker is lost. */
export function isRunning({ phase }: CallState, fence: number): boolean {
  return phase.at === "begun" && phase.fence >= fence;
}

/** Whether the model is being asked. */
export function isAsking({ agent }: RunState, fence: number): boolean {
  return agent?.model.at === "requested" && agent.model.fence >= fence;
}

/** Whether anything runs. */
export function isUnderWay(state: RunState, fence: number): boolean {
  return isAsking(state, fence) || Object.values(state.calls).some((call) => isRunning(call, fence));
}
