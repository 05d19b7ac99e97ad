// The events that end a run: every open call is settled, every open wait cancelled, and the last event written, all in
// one append.

import type { EventDraft } from "../events/event.ts";
import type { CallError, WaitKind } from "../events/payloads.ts";
import type { Json } from "../json/json.ts";
import type { CallState, RunState } from "./run-state.ts";

/** The error of a call that was begun and whose outcome nobody recorded (I3). */
export function outcomeUnknown(call: Pick<CallState, "tool">): CallError {
  return {
    type: "outcome_unknown",
    message: `the worker that ran \`${call.tool}\` was lost; what the call did, or whether it did anything, is not known`,
    hint: "look whether its effect took place before calling it again",
  };
}

/** The result of a call that did not come from the tool. */
export function settle(call: CallState, error: CallError): EventDraft {
  return { type: "tool.result", data: { callId: call.callId, ok: false, error, durationMs: call.ranMs } };
}

/** Ends a run with an error of the run itself: what is open ends with it, too. */
export function failEvents(state: RunState, error: CallError): readonly EventDraft[] {
  return [...closeCalls(state, error, error.message, "haft"), ...failed(state, error)];
}

/** Ends a run with the error of one of its calls: the others are cancelled. */
export function failWithCall(state: RunState, error: CallError): readonly EventDraft[] {
  const reason = `the run ended with ${error.type}`;
  const cancelled = { type: "cancelled", message: `cancelled: ${reason}` };
  return [...closeCalls(state, cancelled, reason, "haft"), ...failed(state, error)];
}

/** Ends an agent's run whose last word has been said. */
export function completeEvents(output: Json): readonly EventDraft[] {
  return [{ type: "run.completed", data: { output } }];
}

/** The last two events; `run.error` may have been written before, so that what runs is stopped first. */
function failed(state: RunState, error: CallError): readonly EventDraft[] {
  const last: EventDraft = { type: "run.failed", data: { error } };
  return state.error !== null ? [last] : [{ type: "run.error", data: { error } }, last];
}

/** Ends a run that is being cancelled and has nothing under way. */
export function cancelEvents(state: RunState): readonly EventDraft[] {
  const { by, reason } = state.cancelling ?? { by: "haft", reason: null };
  const error = {
    type: "cancelled",
    message: reason === null ? `cancelled by ${by}` : `cancelled by ${by}: ${reason}`,
  };
  return [...closeCalls(state, error, reason ?? "the run was cancelled", by), cancelled(by, reason)];
}

/** Ends a run of kind `call` with its call's own outcome. */
export function outcomeEvents(state: RunState, calls: readonly CallState[]): readonly EventDraft[] {
  if (state.cancelling !== null) return [cancelled(state.cancelling.by, state.cancelling.reason)];
  const phase = calls[0]?.phase;
  if (phase?.at === "settled" && phase.ok) return [{ type: "run.completed", data: { output: phase.value } }];
  return failed(
    state,
    (phase?.at === "settled" ? phase.error : null) ?? { type: "failed", message: "the call failed" },
  );
}

function cancelled(by: string, reason: string | null): EventDraft {
  return { type: "run.cancelled", data: reason === null ? { by } : { by, reason } };
}

/** The cancellations of everything that a run waits for; companions are not called. */
export function cancelWaits(state: RunState, reason: string, by: string): readonly EventDraft[] {
  return Object.values(state.calls).flatMap((call) => cancelWaitOf(call, reason, by));
}

function closeCalls(state: RunState, error: CallError, reason: string, by: string): EventDraft[] {
  return Object.values(state.calls).flatMap((call) => {
    if (call.phase.at === "settled") return [];
    const result = settle(call, call.phase.at === "begun" ? outcomeUnknown(call) : error);
    return [...cancelWaitOf(call, reason, by), result];
  });
}

function cancelWaitOf({ callId, phase }: CallState, reason: string, by: string): EventDraft[] {
  if (phase.at === "parked") return [cancelWait(callId, phase.wait, reason, by)];
  return phase.at === "asked" ? [cancelWait(callId, { waitId: phase.waitId, kind: "approval" }, reason, by)] : [];
}

/** The cancellation of one wait. */
export function cancelWait(
  callId: string,
  { waitId, kind }: { readonly waitId: string; readonly kind: WaitKind },
  reason: string,
  by: string,
): EventDraft {
  const data = { callId, waitId, kind, by, payload: { cancelled: true, reason, by } };
  return { type: "wait.cancelled", data };
}
