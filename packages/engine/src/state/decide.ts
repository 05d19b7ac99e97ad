// decide(state, { now, fence }) -> effects: pure and total. What may be done next in a run by the worker that holds it
// under this fence; the earliest due first.

import type { EventDraft } from "../events/event.ts";
import { exceeded, exceededEvents } from "./budget.ts";
import { startable } from "./call-order.ts";
import { decideAgent } from "./decide-agent.ts";
import { decideCall, gate } from "./decide-call.ts";
import { decideScript } from "./decide-script.ts";
import { dueAt } from "./due.ts";
import type { Effect } from "./effects.ts";
import { cancelEvents, failEvents, failWithCall, outcomeEvents } from "./ending.ts";
import { hasMissedUnknowns } from "./failures.ts";
import type { CallState, RunOrigin, RunState } from "./run-state.ts";
import { isAsking, isRunning, isUnderWay } from "./under-way.ts";

/** A run taken over this often without a fact in between does not take another worker with it. */
const MAX_RECOVERIES = 3;

/** When and under which fence is decided. `now` is the store's clock, in milliseconds. */
export interface Moment {
  readonly now: number;
  readonly fence: number;
}

const NOTHING: readonly Effect[] = Object.freeze([]);

/** What may be done next; nothing for a run that has ended, or of which everything is under way or waits. */
export function decide(state: RunState, moment: Moment): readonly Effect[] {
  const { created } = state;
  if (created === null || state.end !== null) return NOTHING;
  const ending = endingOf(state, created, moment);
  if (ending === null) return freeze(goOn(state, created, moment));
  if (isUnderWay(state, moment.fence)) return freeze(stops(state, moment.fence));
  return freeze([{ kind: "append", key: "end", events: ending() }]);
}

/** How the run ends, if it is to end whatever else could be done; null: it goes on. */
function endingOf(state: RunState, created: RunOrigin, { now }: Moment): (() => readonly EventDraft[]) | null {
  const { error, cancelling, fatal, recoveries } = state;
  if (created.kind === "call") {
    const calls = Object.values(state.calls);
    if (calls.length > 0 && calls.every((call) => call.phase.at === "settled"))
      return () => outcomeEvents(state, calls);
  }
  if (error !== null) return () => failEvents(state, error);
  if (cancelling !== null) return () => cancelEvents(state);
  if (fatal !== null) return () => failWithCall(state, fatal);
  if (recoveries >= MAX_RECOVERIES) {
    return () =>
      failEvents(state, {
        type: "worker_lost",
        message: `${recoveries} workers were lost while they moved this run`,
        hint: "look at what its tools do to the process or the machine that runs them; then start it again",
      });
  }
  const over = exceeded(state, created, now);
  return over === null ? null : () => exceededEvents(state, over);
}

/** I1: what runs has an end in the log before its run has. */
function stops(state: RunState, fence: number): Effect[] {
  const effects: Effect[] = Object.values(state.calls)
    .filter((call) => isRunning(call, fence))
    .map(({ callId }) => ({ kind: "stop", key: `stop:${callId}`, callId }));
  if (isAsking(state, fence)) effects.push({ kind: "stop", key: "stop:model", callId: null });
  return effects;
}

function goOn(state: RunState, created: RunOrigin, moment: Moment): readonly Effect[] {
  const calls = Object.values(state.calls).sort((a, b) => a.ordinal - b.ordinal);
  const turns = startable(calls);
  const effects: Effect[] = calls
    .toSorted(byDueTime)
    .flatMap((call) =>
      hasMissedUnknowns(state, call) ? [gate(call)] : decideCall(call, moment, turns.has(call.callId)),
    );
  if (state.agent === null) return effects;
  effects.push(...decideAgent(state, created, state.agent, moment));
  if (effects.length > 0 || created.script === null || isUnderWay(state, moment.fence)) return effects;
  return decideScript(state, created.script, state.agent);
}

function byDueTime(a: CallState, b: CallState): number {
  const [first, second] = [dueAt(a), dueAt(b)];
  if (first === second) return a.ordinal - b.ordinal;
  return (first ?? Number.POSITIVE_INFINITY) - (second ?? Number.POSITIVE_INFINITY);
}

function freeze(effects: readonly Effect[]): readonly Effect[] {
  for (const effect of effects) Object.freeze(effect);
  return Object.freeze(effects);
}
