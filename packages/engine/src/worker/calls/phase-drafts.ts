// The events that begin and end a phase of a call.

import type { EventDraft } from "../../events/event.ts";
import type { CallError } from "../../events/payloads.ts";
import type { PhaseOutcome, Prepared } from "../../ports/runner.ts";
import type { Moment } from "../../state/decide.ts";
import type { BeginEffect } from "../../state/effects.ts";
import type { CallState, RunState } from "../../state/run-state.ts";
import { openWait } from "../../waits/open-wait.ts";

/** The event that is durable before the phase is sent (I1). `digest`: of what runs, where it consumes an approval (I5). */
export function startDraft(
  { callId, attempt, wait, grant }: BeginEffect,
  call: CallState,
  { isolation, interpreter, settingsDigest }: Prepared,
  { now, fence }: Moment,
  digest: string | null,
): EventDraft {
  const deadline = new Date(now + call.traits.timeoutSeconds * 1000).toISOString();
  const begun = { callId, attempt, fence, isolation, interpreter, deadline, idempotencyKey: callId };
  const consumed = grant === null || digest === null ? {} : { settingsDigest, approval: grant.waitId, digest };
  if (wait !== null) {
    const { waitId, end } = wait;
    return { type: "tool.resumed", data: { ...begun, waitId, end, version: call.version, ...consumed } };
  }
  return { type: "tool.started", data: { ...begun, settingsDigest, ...consumed } };
}

/** What the phase came to: a result, or what parks the call. In a run that is ending nothing parks. */
export function outcomeDraft(
  state: RunState,
  call: CallState,
  outcome: PhaseOutcome,
  { ranMs, waitId, now }: { readonly ranMs: number; readonly waitId: string; readonly now: number },
): EventDraft {
  const { callId } = call;
  const durationMs = call.ranMs + ranMs;
  const failed = (error: CallError): EventDraft => ({
    type: "tool.result",
    data: { callId, ok: false, error, durationMs },
  });
  switch (outcome.kind) {
    case "result":
      return { type: "tool.result", data: { callId, ok: true, value: outcome.value, durationMs } };
    case "error":
      return failed(outcome.error);
    case "yield": {
      if (state.cancelling !== null) return failed({ type: "cancelled", message: "the run was cancelled" });
      if (state.fatal !== null || state.error !== null) {
        return failed({ type: "cancelled", message: "the run is ending, and waits for nothing any more" });
      }
      const opening = openWait(call, outcome, waitId, now, ranMs);
      return opening.ok ? opening.event : failed(opening.error);
    }
  }
}
