// The events that end a run: every open call is settled, every open wait cancelled, and the last event written, all in
// one append.

import type { EventDraft } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import type { CallState, OpenWait, RunState } from "./run-state.ts";

/** The error of a call that was begun and whose outcome nobody recorded (I3). */
export function outcomeUnknown(call: CallState): CallError {
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

/** Ends a run with an error of the run itself. */
export function failEvents(state: RunState, error: CallError): readonly EventDraft[] {
  return [
    ...closeCalls(state, error, error.message, "haft"),
    { type: "run.error", data: { error } },
    { type: "run.failed", data: { error } },
  ];
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
  const error = (phase?.at === "settled" ? phase.error : null) ?? { type: "failed", message: "the call failed" };
  return [
    { type: "run.error", data: { error } },
    { type: "run.failed", data: { error } },
  ];
}

function cancelled(by: string, reason: string | null): EventDraft {
  return { type: "run.cancelled", data: reason === null ? { by } : { by, reason } };
}

function closeCalls(state: RunState, error: CallError, reason: string, by: string): EventDraft[] {
  return Object.values(state.calls).flatMap((call) => {
    if (call.phase.at === "settled") return [];
    const result = settle(call, call.phase.at === "begun" ? outcomeUnknown(call) : error);
    return call.phase.at === "parked" ? [cancelWait(call.callId, call.phase.wait, reason, by), result] : [result];
  });
}

/** The cancellation of the wait in which a call is parked. */
export function cancelWait(callId: string, wait: OpenWait, reason: string, by: string): EventDraft {
  const data = { callId, waitId: wait.waitId, kind: wait.kind, by, payload: { cancelled: true, reason, by } };
  return { type: "wait.cancelled", data };
}
