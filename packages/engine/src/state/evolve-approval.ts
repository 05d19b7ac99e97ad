// How a call comes to run, or not to: its gate, the votes on it, and how the wait for them ends. Whatever is missing or
// malformed denies (I5).

import { type Requesters, tally, type Vote } from "../approvals/tally.ts";
import type { EventOf, RunEvent } from "../events/event.ts";
import { isObject, type Json } from "../json/json.ts";
import type { ApprovalRule } from "../policies/policy.ts";
import { unknownsLike } from "./failures.ts";
import type { CallPhase, CallState, Gate, RunState } from "./run-state.ts";

type Asked = Extract<CallPhase, { at: "asked" }>;
type Decided = EventOf<"approval.decided">["data"];

/** The call after an event that has to do with whether it runs; undefined: this event has not. */
export function evolveApproval(
  state: RunState,
  call: CallState | undefined,
  event: RunEvent,
  at: number,
): CallState | undefined {
  if (call === undefined) return undefined;
  switch (event.type) {
    case "call.gated":
      return gated(state, call, event.data);
    case "approval.requested":
      return requested(call, event.data, at);
    case "approval.decided":
      return decided(call, event.data);
    case "wait.resolved":
    case "wait.expired":
    case "wait.cancelled":
      return call.phase.at === "asked" && call.phase.waitId === event.data.waitId
        ? ended(call, call.phase, event, { at, requesters: requesters(state, call) })
        : undefined;
    default:
      return undefined;
  }
}

/** Who asked for a call as it is now: for rules that want somebody else's approval. */
export function requesters(state: RunState, call: CallState): Requesters {
  const by = state.created === null ? [] : [state.created.requestedBy];
  return call.edit === null ? by : [...by, call.edit.by];
}

/** Until when a grant may be used: the strictest rule counts. */
export function usableUntil(rules: readonly ApprovalRule[], grantedAt: number): number {
  return grantedAt + Math.min(...rules.map((rule) => rule.expiresSeconds)) * 1000;
}

function to(call: CallState, phase: CallPhase, changes: Partial<CallState> = {}): CallState {
  return Object.freeze({ ...call, ...changes, phase: Object.freeze(phase) });
}

function denied(call: CallState, reason: string, rules: readonly ApprovalRule[]): CallState {
  const policy = rules.find((rule) => rule.onDenied !== null)?.onDenied;
  return to(call, { at: "denied", reason, onDenied: call.traits.onDenied ?? policy ?? "continue" });
}

/** A gate, or the next one: policies have changed meanwhile, an equal call got lost, or it waited in another run's history. */
function gated(state: RunState, before: CallState, data: EventOf<"call.gated">["data"]): CallState {
  const { phase } = before;
  const anew = phase.at === "woken" && before.inherited;
  if (!anew && phase.at !== "called" && phase.at !== "gated" && phase.at !== "approved") return before;
  const call = anew ? { ...before, inherited: false, goesOn: phase.wait } : before;
  const rules = data.rules ?? [];
  if (data.verdict === "deny" || (data.verdict === "ask" && rules.length === 0)) {
    const onDenied = call.traits.onDenied ?? data.onDenied ?? "continue";
    return to(call, { at: "denied", reason: data.reason ?? "this call needs an approval", onDenied });
  }
  const gate: Gate = Object.freeze({
    policyRevision: data.policyRevision,
    digest: data.digest ?? null,
    reason: data.reason ?? null,
    rules: data.verdict === "ask" ? rules : [],
    unknowns: unknownsLike(state, call),
  });
  // Whoever approved it knew of what was lost by then, and of no more.
  if (phase.at === "approved" && phase.grant.digest === data.digest && gate.unknowns <= phase.gate.unknowns) {
    const met = data.verdict === "run" || isMet(rules, phase.votes, requesters(state, call));
    if (met) return to(call, { ...phase, gate });
  }
  return to(call, { at: "gated", verdict: data.verdict === "run" ? "run" : "ask", gate });
}

/** Whether votes meet what is needed. A rule that wants nobody's vote is none: somebody must say yes to each. */
function isMet(rules: readonly ApprovalRule[], votes: readonly Vote[], asking: Requesters): boolean {
  return rules.every(({ quorum }) => quorum >= 1) && tally(rules, votes, asking).standing === "granted";
}

/** A request for what the gate wants, of the call that it looked at; the rules are the gate's. */
function requested(call: CallState, data: EventOf<"approval.requested">["data"], at: number): CallState {
  const { phase } = call;
  if (phase.at !== "gated" || phase.verdict !== "ask" || phase.gate.digest !== data.digest) return call;
  const { gate } = phase;
  const expires = Date.parse(data.expiresAt);
  // A deadline that cannot be read has passed.
  const expiresAt = Number.isNaN(expires) ? at : expires;
  const { waitId, digest } = data;
  const asked = { at: "asked", gate, waitId, digest, openedAt: at, expiresAt, votes: [], edit: null } as const;
  return to(call, asked, { waited: true });
}

/** A vote; one on another call than the one that is asked for does not count. */
function decided(call: CallState, data: Decided): CallState {
  const { phase } = call;
  if (phase.at !== "asked" || phase.waitId !== data.waitId || phase.digest !== data.digest) return call;
  const vote: Vote = Object.freeze({
    by: data.by,
    roles: data.roles,
    decision: data.decision === "approved" ? "approved" : "denied",
    reason: data.reason ?? null,
    ...(data.resumeOriginal === true ? { resumeOriginal: true } : {}),
  });
  const edit = data.arguments === undefined ? phase.edit : Object.freeze({ arguments: data.arguments, vote });
  return to(call, { ...phase, votes: Object.freeze([...phase.votes, vote]), edit });
}

/** Whether somebody who approved a call did so whatever its source is by now: they voted on the version that was asked for. */
export function wantsOriginal(votes: readonly Vote[]): boolean {
  return votes.some((vote) => vote.decision === "approved" && vote.resumeOriginal === true);
}

type WaitEndEvent = Extract<RunEvent, { type: "wait.resolved" | "wait.expired" | "wait.cancelled" }>;

function ended(
  call: CallState,
  phase: Asked,
  event: WaitEndEvent,
  moment: { readonly at: number; readonly requesters: Requesters },
): CallState {
  const { rules } = phase.gate;
  if (event.type === "wait.expired") return denied(call, "expired", rules);
  const payload = event.data.payload ?? null;
  if (event.type === "wait.cancelled") return denied(call, textOf(payload, "reason") ?? "cancelled", rules);
  const votes = tally(rules, phase.votes, moment.requesters);
  const decision = textOf(payload, "decision");
  // What has begun goes on with what it began with.
  if (decision === "edited" && phase.edit !== null && votes.denial === null && call.goesOn === null) {
    const { arguments: given, vote } = phase.edit;
    return Object.freeze({ ...call, arguments: given, edit: vote, phase: Object.freeze({ at: "called" }) });
  }
  if (decision === "approved" && phase.edit === null && isMet(rules, phase.votes, moment.requesters)) {
    const { waitId, digest, gate } = phase;
    const resumeOriginal = event.data.resumeOriginal ?? wantsOriginal(phase.votes);
    const grant = Object.freeze({ waitId, digest, usableUntil: usableUntil(rules, moment.at), resumeOriginal });
    return to(call, { at: "approved", gate, grant, votes: phase.votes });
  }
  const reason = textOf(payload, "reason") ?? votes.denial?.reason ?? null;
  if (decision === "denied") return denied(call, reason ?? "no reason was given", rules);
  return denied(call, "the decision could not be read", rules);
}

function textOf(payload: Json, field: string): string | null {
  const value = isObject(payload) ? payload[field] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}
