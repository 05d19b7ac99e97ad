// What may be done next for one call.

import type { CallError } from "../events/payloads.ts";
import type { Moment } from "./decide.ts";
import type { Effect } from "./effects.ts";
import { outcomeUnknown, settle } from "./ending.ts";
import type { CallPhase, CallState, EndedWait, OpenWait } from "./run-state.ts";

/** How often a phase of an idempotent tool is begun in all. */
const MAX_ATTEMPTS = 3;

/** The effects of one call, none where it is under way, parked or settled. */
export function decideCall(call: CallState, moment: Moment): readonly Effect[] {
  const { phase } = call;
  switch (phase.at) {
    case "called":
      return [{ kind: "gate", key: `gate:${call.callId}`, callId: call.callId }];
    case "gated":
      return gated(call, phase);
    case "begun":
      return phase.fence < moment.fence ? orphan(call, phase) : [];
    case "parked":
      return due(call, phase.wait, moment.now);
    case "woken":
      return woken(call, phase.wait);
    case "settled":
      return [];
  }
}

function gated(call: CallState, phase: Extract<CallPhase, { at: "gated" }>): readonly Effect[] {
  // I5: whatever is not a clear `run` does not run.
  if (phase.verdict === "run") return [begin(call, 1, null)];
  return refuse(call, "gate", {
    type: "approval_denied",
    message: `denied: ${phase.reason ?? "this call needs an approval"}`,
  });
}

/** I3: what was begun under an older fence and has no outcome is begun again only where that does no harm. */
function orphan(call: CallState, phase: Extract<CallPhase, { at: "begun" }>): readonly Effect[] {
  const idempotent = phase.wait === null ? call.traits.idempotent : (call.traits.resume?.idempotent ?? false);
  if (idempotent && phase.attempt < MAX_ATTEMPTS) return [begin(call, phase.attempt + 1, phase.wait)];
  return refuse(call, `orphan:${phase.fence}`, outcomeUnknown(call));
}

function due(call: CallState, wait: OpenWait, now: number): readonly Effect[] {
  const { callId } = call;
  const { waitId, kind } = wait;
  const elapsed = elapsedSeconds(wait.openedAt, now);
  if (wait.dueAt !== null && now >= wait.dueAt) {
    const payload = { elapsed_seconds: elapsed };
    const data = { callId, waitId, kind, payload, by: "clock" };
    return [{ kind: "append", key: `due:${waitId}`, events: [{ type: "wait.resolved", data }] }];
  }
  if (wait.expiresAt !== null && now >= wait.expiresAt) {
    const data = { callId, waitId, kind, payload: expiredPayload(wait.openedAt, now), by: "clock" };
    return [{ kind: "append", key: `expire:${waitId}`, events: [{ type: "wait.expired", data }] }];
  }
  return [];
}

/** What a companion is told when its wait expired. */
export function expiredPayload(openedAt: number, now: number): { timed_out: true; elapsed_seconds: number } {
  return { timed_out: true, elapsed_seconds: elapsedSeconds(openedAt, now) };
}

/** Seconds, to the millisecond, from one moment to another; never negative. */
function elapsedSeconds(from: number, to: number): number {
  return Math.max(0, to - from) / 1000;
}

function woken(call: CallState, wait: EndedWait): readonly Effect[] {
  const { resume } = call.traits;
  if (resume?.on.includes(wait.end)) return [begin(call, 1, wait)];
  return refuse(call, `wait:${wait.waitId}`, endWithoutCompanion(call, wait));
}

function endWithoutCompanion(call: CallState, wait: EndedWait): CallError {
  const word = wait.end === "timeout" ? "expired" : "was cancelled";
  const type = wait.end === "timeout" ? "wait_expired" : wait.end === "cancel" ? "wait_cancelled" : "no_companion";
  if (type === "no_companion") {
    return { type, message: `\`${call.tool}\` waited and has no companion that takes the answer` };
  }
  return {
    type,
    message: `the ${wait.kind} wait of \`${call.tool}\` ${word}`,
    hint: `a companion that asks for it (\`on\` with "${wait.end}") is called in this case, too`,
  };
}

function begin(call: CallState, attempt: number, wait: EndedWait | null): Effect {
  const key = wait === null ? `start:${call.callId}:${attempt}` : `resume:${call.callId}:${wait.waitId}:${attempt}`;
  return { kind: "begin", key, callId: call.callId, attempt, wait };
}

function refuse(call: CallState, reason: string, error: CallError): readonly Effect[] {
  return [{ kind: "append", key: `settle:${call.callId}:${reason}`, events: [settle(call, error)] }];
}
