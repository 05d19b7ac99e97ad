// What may be done next for one call.

import type { CallError } from "../events/payloads.ts";
import type { Moment } from "./decide.ts";
import type { BeginEffect, Effect } from "./effects.ts";
import { outcomeUnknown, settle } from "./ending.ts";
import type { CallPhase, CallState, EndedWait, Gate, Grant, OpenWait } from "./run-state.ts";

/** How often a phase of an idempotent tool is begun in all. */
const MAX_ATTEMPTS = 3;

/** The effects of one call, none where it is under way, waits, or has settled. `turn`: whether it may start now. */
export function decideCall(call: CallState, moment: Moment, turn: boolean): readonly Effect[] {
  const { callId, phase } = call;
  switch (phase.at) {
    case "called":
      return [gate(call)];
    case "gated":
      // I5: whatever is not a clear `run` is asked for.
      if (phase.verdict !== "run") return [{ kind: "request", key: `request:${callId}`, callId }];
      return turn ? [begin(call, phase.gate, null)] : [];
    case "asked":
      return expired(call, phase, moment.now);
    case "approved":
      if (moment.now >= phase.grant.usableUntil)
        return refuse(call, "grant", denied("the approval expired before it was used"));
      return turn ? [begin(call, phase.gate, phase.grant)] : [];
    case "denied":
      return refuse(call, "denied", denied(phase.reason));
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

/** Whether the call may run, or go on, is to be found out. */
export function gate({ callId }: CallState): Effect {
  return { kind: "gate", key: `gate:${callId}`, callId };
}

/** What was let through begins: the tool, or its companion where the call has waited in another run's history. */
function begin(call: CallState, passed: Gate, grant: Grant | null): Effect {
  if (call.goesOn === null) return start(call, 1, passed, grant);
  return { ...resume(call, 1, call.goesOn), grant, policyRevision: passed.policyRevision };
}

/** What the model, or whoever called, is told of a call that was not let through. */
function denied(reason: string): CallError {
  return { type: "approval_denied", message: `denied: ${reason}` };
}

/** I3: what was begun under an older fence and has no outcome is begun again only where that does no harm. */
function orphan(call: CallState, phase: Extract<CallPhase, { at: "begun" }>): readonly Effect[] {
  const idempotent = phase.wait === null ? call.traits.idempotent : (call.traits.resume?.idempotent ?? false);
  if (!idempotent || phase.attempt >= MAX_ATTEMPTS) return refuse(call, `orphan:${phase.fence}`, outcomeUnknown(call));
  const attempt = phase.attempt + 1;
  return [phase.wait === null ? start(call, attempt, null, null) : resume(call, attempt, phase.wait)];
}

function expired(call: CallState, phase: Extract<CallPhase, { at: "asked" }>, now: number): readonly Effect[] {
  if (now < phase.expiresAt) return [];
  const { waitId, openedAt } = phase;
  const data = {
    callId: call.callId,
    waitId,
    kind: "approval",
    payload: expiredPayload(openedAt, now),
    by: "clock",
  } as const;
  return [{ kind: "append", key: `expire:${waitId}`, events: [{ type: "wait.expired", data }] }];
}

function due(call: CallState, wait: OpenWait, now: number): readonly Effect[] {
  const { callId } = call;
  const { waitId, kind } = wait;
  if (wait.dueAt !== null && now >= wait.dueAt) {
    const payload = { elapsed_seconds: elapsedSeconds(wait.openedAt, now) };
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
  if (call.traits.resume?.on.includes(wait.end)) return [call.inherited ? gate(call) : resume(call, 1, wait)];
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

/** A start of the tool itself: the first one reads the policy revision again and consumes the grant, if there is one. */
function start({ callId }: CallState, attempt: number, passed: Gate | null, grant: Grant | null): BeginEffect {
  const key = `start:${callId}:${attempt}`;
  return { kind: "begin", key, callId, attempt, wait: null, grant, policyRevision: passed?.policyRevision ?? null };
}

function resume({ callId }: CallState, attempt: number, wait: EndedWait): BeginEffect {
  const key = `resume:${callId}:${wait.waitId}:${attempt}`;
  return { kind: "begin", key, callId, attempt, wait, grant: null, policyRevision: null };
}

function refuse(call: CallState, reason: string, error: CallError): readonly Effect[] {
  return [{ kind: "append", key: `settle:${call.callId}:${reason}`, events: [settle(call, error)] }];
}
