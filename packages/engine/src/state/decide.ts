// decide(state, { now, fence }) -> effects: pure and total. What may be done next in a run by the worker that holds it
// under this fence; the earliest due first.

import type { EventDraft } from "../events/event.ts";
import { decideCall } from "./decide-call.ts";
import type { Effect } from "./effects.ts";
import { cancelEvents, failEvents, outcomeEvents } from "./ending.ts";
import type { CallState, RunState } from "./run-state.ts";
import { dueAt } from "./standing.ts";

/** A run taken over this often without a fact in between does not take another worker with it. */
const MAX_RECOVERIES = 3;

/** When and under which fence is decided. `now` is the store's clock, in milliseconds. */
export interface Moment {
  readonly now: number;
  readonly fence: number;
}

const NOTHING: readonly Effect[] = Object.freeze([]);

/** What may be done next; nothing for a run that has ended, or whose calls are all under way or parked. */
export function decide(state: RunState, moment: Moment): readonly Effect[] {
  if (state.created === null || state.end !== null) return NOTHING;
  const ending = endOfRun(state, state.created, moment);
  if (ending !== null) return freeze([{ kind: "append", key: "end", events: ending }]);
  const calls = Object.values(state.calls).sort(byDueTime);
  if (state.cancelling !== null) {
    return freeze(
      calls.flatMap((call) =>
        call.phase.at === "begun" && call.phase.fence >= moment.fence
          ? [{ kind: "stop", key: `stop:${call.callId}`, callId: call.callId }]
          : [],
      ),
    );
  }
  return freeze(calls.flatMap((call) => decideCall(call, moment)));
}

/** The events that end the run, or null if it goes on. */
function endOfRun(
  state: RunState,
  created: NonNullable<RunState["created"]>,
  moment: Moment,
): readonly EventDraft[] | null {
  const calls = Object.values(state.calls);
  if (created.kind === "call" && calls.length > 0 && calls.every((call) => call.phase.at === "settled")) {
    return outcomeEvents(state, calls);
  }
  if (state.cancelling !== null) {
    return calls.some((call) => call.phase.at === "begun" && call.phase.fence >= moment.fence)
      ? null
      : cancelEvents(state);
  }
  if (state.recoveries >= MAX_RECOVERIES) {
    return failEvents(state, {
      type: "worker_lost",
      message: `${state.recoveries} workers were lost while they moved this run`,
      hint: "look at what the tool does to the process or the machine that runs it; then call it again",
    });
  }
  return overBudget(state, created, calls, moment);
}

function overBudget(
  state: RunState,
  created: NonNullable<RunState["created"]>,
  calls: readonly CallState[],
  moment: Moment,
): readonly EventDraft[] | null {
  const worn = calls.find((call) => call.phase.at === "woken" && call.resumes >= created.resumes);
  if (worn !== undefined) return exceeded(state, "resumes", worn.resumes, created.resumes);
  const open = calls.some((call) => call.phase.at === "begun" && call.phase.fence >= moment.fence);
  if (state.seq >= created.events && !open) return exceeded(state, "events", state.seq, created.events);
  return null;
}

function exceeded(state: RunState, limit: string, used: number, allowed: number): EventDraft[] {
  const message = `the run used ${used} ${limit} and is allowed ${allowed}`;
  return [
    { type: "budget.exceeded", data: { limit, used, allowed } },
    ...failEvents(state, { type: "budget.exceeded", message, hint: `split the work into several calls` }),
  ];
}

function byDueTime(a: CallState, b: CallState): number {
  return (dueAt(a) ?? Number.POSITIVE_INFINITY) - (dueAt(b) ?? Number.POSITIVE_INFINITY) || a.ordinal - b.ordinal;
}

function freeze(effects: readonly Effect[]): readonly Effect[] {
  for (const effect of effects) Object.freeze(effect);
  return Object.freeze(effects);
}
