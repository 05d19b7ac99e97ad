// What each kind of event needs to stand at a place: decisions an effect, facts something under way, inputs something open.

import type { EventDraft, RunEvent } from "../events/event.ts";
import type { Json } from "../json/json.ts";
import type { Effect } from "../state/effects.ts";
import type { CallPhase, RunState } from "../state/run-state.ts";

/** Whether a decided event and a written one are the same thing: kind, call and wait. */
export function sameThing(decided: EventDraft, written: RunEvent): boolean {
  return (
    decided.type === written.type &&
    field(decided, "callId") === field(written, "callId") &&
    field(decided, "waitId") === field(written, "waitId")
  );
}

/** An event in a few words. */
export function nameOf(event: RunEvent): Json {
  const { type } = event;
  const [callId, waitId] = [field(event, "callId"), field(event, "waitId")];
  return { type, ...(callId === undefined ? {} : { callId }), ...(waitId === undefined ? {} : { waitId }) };
}

function field({ data }: EventDraft | RunEvent, name: "callId" | "waitId"): string | undefined {
  const value: unknown = Reflect.get(data, name);
  return typeof value === "string" ? value : undefined;
}

/** Whether an event that no `append` decides may stand at a state, given what could be decided there. */
export function isExpected(state: RunState, event: RunEvent, effects: readonly Effect[]): boolean {
  const phase = "callId" in event.data ? phaseOf(state, event.data.callId) : undefined;
  switch (event.type) {
    case "run.created":
      return state.created === null;
    case "run.recovered":
    case "run.cancelling":
      return true;
    case "message.user":
      return state.seq === 1;
    case "instructions.composed":
      return effects.some(({ kind }) => kind === "compose");
    case "tools.discovered":
      return effects.some(({ kind }) => kind === "ask");
    case "model.requested":
      return effects.some(
        (effect) => effect.kind === "ask" && effect.step === event.data.step && effect.attempt === event.data.attempt,
      );
    case "model.responded":
    case "model.failed":
      return state.agent?.model.at === "requested" && state.agent.model.attempt === event.data.attempt;
    case "tool.called":
      return state.created !== null && Object.keys(state.calls).length === 0;
    case "clock.advanced":
      return effects.some((effect) => effect.kind === "script" && effect.index === event.data.scriptStep);
    case "arguments.repaired":
      return phase?.at === "called";
    case "artifact.written":
    case "tool.parked":
      return phase?.at === "begun";
    case "tool.result":
      // Also why a call that was to begin could not: no sandbox, no module, another source.
      return phase?.at === "begun" || phase?.at === "called" || isToBegin(event.data.callId, effects);
    case "run.error":
      // Also of a model that is not there, and of a step of a script that cannot be played.
      return effects.some(({ kind }) => kind === "begin" || kind === "ask" || kind === "script");
    case "call.gated":
    case "approval.requested":
    case "tool.started":
    case "tool.resumed":
      return isDecided(event, effects);
    case "approval.decided":
      return phase?.at === "asked" && phase.waitId === event.data.waitId;
    case "wait.resolved":
    case "wait.cancelled":
      return isOpen(phase, event.data.waitId);
    case "wait.expired":
      return isOpen(phase, event.data.waitId) && hasExpired(phase, Date.parse(event.at));
    default:
      return false;
  }
}

function isToBegin(callId: string, effects: readonly Effect[]): boolean {
  return effects.some((effect) => effect.kind === "begin" && effect.callId === callId);
}

type Decided = Extract<RunEvent, { type: "call.gated" | "approval.requested" | "tool.started" | "tool.resumed" }>;

function isDecided(event: Decided, effects: readonly Effect[]): boolean {
  return effects.some((effect) => {
    if (!("callId" in effect) || effect.callId !== event.data.callId) return false;
    switch (event.type) {
      case "call.gated":
        // Policies that have moved are asked again before a call is asked for or started.
        return effect.kind === "gate" || effect.kind === "request" || effect.kind === "begin";
      case "approval.requested":
        return effect.kind === "request";
      case "tool.started":
        return effect.kind === "begin" && effect.wait === null && effect.attempt === event.data.attempt;
      case "tool.resumed":
        return (
          effect.kind === "begin" && effect.wait?.waitId === event.data.waitId && effect.attempt === event.data.attempt
        );
    }
    return false;
  });
}

function phaseOf({ calls }: RunState, callId: string): CallPhase | undefined {
  return Object.hasOwn(calls, callId) ? calls[callId]?.phase : undefined;
}

function isOpen(phase: CallPhase | undefined, waitId: string): boolean {
  if (phase?.at === "parked") return phase.wait.waitId === waitId;
  return phase?.at === "asked" && phase.waitId === waitId;
}

function hasExpired(phase: CallPhase | undefined, at: number): boolean {
  const expiresAt = phase?.at === "parked" ? phase.wait.expiresAt : phase?.at === "asked" ? phase.expiresAt : null;
  return expiresAt !== null && at >= expiresAt;
}
