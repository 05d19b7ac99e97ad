// A script moves the clock: whatever its run waits for is so much nearer.

import type { EventOf } from "../events/event.ts";
import { type Draft, setCall } from "./draft.ts";
import { scriptWentOn } from "./evolve-agent.ts";
import type { CallPhase } from "./run-state.ts";

/** Takes `clock.advanced`. What opened before has been open for so much longer. */
export function advanceClock(draft: Draft, { seconds, scriptStep }: EventOf<"clock.advanced">["data"]): void {
  const by = Math.max(0, seconds) * 1000;
  for (const call of Object.values(draft.state.calls)) {
    const phase = nearer(call.phase, by);
    if (phase !== call.phase) setCall(draft, Object.freeze({ ...call, phase: Object.freeze(phase) }));
  }
  const { agent } = draft.state;
  if (agent?.model.at === "failed" && agent.model.retryAt !== null) {
    const model = Object.freeze({ ...agent.model, retryAt: agent.model.retryAt - by });
    draft.state.agent = Object.freeze({ ...agent, model });
  }
  scriptWentOn(draft, scriptStep);
}

function nearer(phase: CallPhase, by: number): CallPhase {
  switch (phase.at) {
    case "asked":
      return { ...phase, openedAt: phase.openedAt - by, expiresAt: phase.expiresAt - by };
    case "approved":
      return { ...phase, grant: Object.freeze({ ...phase.grant, usableUntil: phase.grant.usableUntil - by }) };
    case "parked": {
      const { wait } = phase;
      const moved = {
        openedAt: wait.openedAt - by,
        dueAt: minus(wait.dueAt, by),
        expiresAt: minus(wait.expiresAt, by),
      };
      return { ...phase, wait: Object.freeze({ ...wait, ...moved }) };
    }
    default:
      return phase;
  }
}

function minus(time: number | null, by: number): number | null {
  return time === null ? null : time - by;
}
