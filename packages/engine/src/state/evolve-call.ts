// How one call changes with the events that name it.

import type { EventOf } from "../events/event.ts";
import type { EventType, WaitEnd } from "../events/payloads.ts";
import type { Json } from "../json/json.ts";
import type { CallPhase, CallState, EndedWait, OpenWait } from "./run-state.ts";

type CallEventType = Extract<
  EventType,
  | "tool.called"
  | "arguments.repaired"
  | "call.gated"
  | "approval.requested"
  | "approval.decided"
  | "tool.started"
  | "tool.resumed"
  | "tool.parked"
  | "wait.resolved"
  | "wait.expired"
  | "wait.cancelled"
  | "tool.result"
>;

/** The events that change a call. */
export type CallEvent = { readonly [T in CallEventType]: EventOf<T> }[CallEventType];

/** The call after one more event; the same object where the event means nothing for it. */
export function evolveCall(call: CallState | undefined, event: CallEvent, at: number): CallState | undefined {
  if (call === undefined) return event.type === "tool.called" ? called(event.data) : undefined;
  switch (event.type) {
    case "tool.called":
      return call;
    case "arguments.repaired":
      return call.phase.at === "called" && event.data.arguments !== undefined
        ? Object.freeze({ ...call, arguments: event.data.arguments })
        : call;
    case "call.gated":
    case "approval.requested":
    case "approval.decided":
      // `evolve-approval.ts` has taken them.
      return call;
    case "tool.started":
      return started(call, event.data);
    case "tool.resumed":
      return resumed(call, event.data);
    case "tool.parked":
      return parked(call, event.data, at);
    case "wait.resolved":
      return woken(call, event.data, "answer", event.data.payload ?? null, event.data.resumeOriginal ?? false);
    case "wait.expired":
      return woken(call, event.data, "timeout", event.data.payload, false);
    case "wait.cancelled":
      return woken(call, event.data, "cancel", event.data.payload, false);
    case "tool.result":
      return settled(call, event.data);
  }
}

function to(call: CallState, phase: CallPhase, changes: Partial<CallState> = {}): CallState {
  return Object.freeze({ ...call, ...changes, phase: Object.freeze(phase) });
}

function called(data: EventOf<"tool.called">["data"]): CallState {
  return Object.freeze({
    callId: data.callId,
    ordinal: data.ordinal,
    providerCallId: data.providerCallId ?? null,
    step: data.step ?? null,
    tool: data.tool,
    toolset: data.toolset,
    offeredAs: data.offeredAs ?? null,
    version: data.version,
    digest: data.digest,
    arguments: data.arguments ?? {},
    traits: data.traits,
    edit: null,
    waited: false,
    approved: false,
    inherited: false,
    goesOn: null,
    phase: Object.freeze({ at: "called" }),
    resumes: 0,
    ranMs: 0,
    notes: 0,
  });
}

function started(call: CallState, data: EventOf<"tool.started">["data"]): CallState {
  const { phase } = call;
  const through = call.goesOn === null && isLetThrough(phase, data);
  const again = phase.at === "begun" && phase.wait === null && data.fence > phase.fence;
  if (!through && !again) return call;
  return to(call, begun(data, null), { approved: call.approved || phase.at === "approved" });
}

/** I5: what begins names the approval that it consumes, and what was approved is what runs. */
function isLetThrough(
  phase: CallPhase,
  { approval, digest }: { readonly approval?: string; readonly digest?: string },
): boolean {
  if (phase.at === "gated") return phase.verdict === "run" && approval === undefined;
  return phase.at === "approved" && approval === phase.grant.waitId && digest === phase.grant.digest;
}

function resumed(call: CallState, data: EventOf<"tool.resumed">["data"]): CallState {
  const { phase } = call;
  if (phase.at === "woken" && phase.wait.waitId === data.waitId && !call.inherited) {
    return to(call, begun(data, phase.wait), { resumes: call.resumes + 1 });
  }
  const { goesOn } = call;
  if (goesOn?.waitId === data.waitId && isLetThrough(phase, data)) {
    const approved = call.approved || phase.at === "approved";
    return to(call, begun(data, goesOn), { resumes: call.resumes + 1, goesOn: null, approved });
  }
  if (phase.at === "begun" && phase.wait?.waitId === data.waitId && data.fence > phase.fence) {
    return to(call, begun(data, phase.wait));
  }
  return call;
}

function begun(data: { attempt: number; fence: number; deadline: string }, wait: EndedWait | null): CallPhase {
  return { at: "begun", attempt: data.attempt, fence: data.fence, deadline: Date.parse(data.deadline), wait };
}

function parked(call: CallState, data: EventOf<"tool.parked">["data"], at: number): CallState {
  if (call.phase.at !== "begun") return call;
  const wait: OpenWait = Object.freeze({
    waitId: data.waitId,
    kind: data.kind,
    openedAt: at,
    dueAt: time(data.time),
    expiresAt: time(data.expiresAt),
    key: data.key ?? null,
    meta: data.meta ?? {},
  });
  return to(call, { at: "parked", wait }, { ranMs: call.ranMs + data.durationMs, notes: data.notes ?? call.notes });
}

function time(text: string | undefined): number | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}

function woken(call: CallState, data: { waitId: string }, end: WaitEnd, payload: Json, original: boolean): CallState {
  const { phase } = call;
  if (phase.at !== "parked" || phase.wait.waitId !== data.waitId) return call;
  const { waitId, kind, openedAt, meta } = phase.wait;
  const wait = Object.freeze({ waitId, kind, openedAt, end, payload, meta, resumeOriginal: original });
  return to(call, { at: "woken", wait });
}

function settled(call: CallState, data: EventOf<"tool.result">["data"]): CallState {
  if (call.phase.at === "settled") return call;
  const phase: CallPhase = { at: "settled", ok: data.ok, value: data.value ?? null, error: data.error ?? null };
  return to(call, phase, { ranMs: data.durationMs, inherited: false, goesOn: null });
}
