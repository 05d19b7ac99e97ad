// The history that a new run shares with an old one: what had happened, under ids of its own, with what was still open
// open again.

import { ENGINE_VERSION, type EventDraft, type RunEvent } from "../events/event.ts";
import type { CallState, RunState } from "../state/run-state.ts";

/** Kinds that are not shared: what workers met with, and what they still brought. */
const NOT_SHARED: readonly RunEvent["type"][] = ["run.recovered", "tool.late_result"];
/** How a call came to be let through, which is found out again for one that had not begun. */
const OF_APPROVALS: readonly RunEvent["type"][] = ["call.gated", "approval.requested", "approval.decided"];

/** What the new run is made with. */
export interface NewHistory {
  readonly thread: string;
  readonly requestedBy: string;
  readonly requestedByRoles: readonly string[];
  readonly from: number;
  /** By how much open waits end later, in milliseconds: they stay as far away as they were. */
  readonly laterMs: number;
  /** The version that open calls belong to which have not begun, by call; absent: the one they were made with. */
  readonly versions: ReadonlyMap<string, { readonly version: string; readonly digest: string }>;
  /** Calls that go on with the source that they waited with, whatever it is now. */
  readonly original: boolean;
  /** The same new id for the same old one. */
  newId(kind: "call" | "wait", id: string): string;
}

/** The events up to a place; `state` is that of the old run there. */
export function sharedHistory(events: readonly RunEvent[], state: RunState, made: NewHistory): readonly EventDraft[] {
  const begun = lastBegun(events);
  const kept = events.filter((event) => !NOT_SHARED.includes(event.type) && !isGivenUp(event, state, begun));
  // Where this history ends, and where others ended in it that it began with.
  const ends = [...(state.created?.sharedUpTo ?? []), made.from];
  const sharedUpTo = ends.map((end) => kept.filter(({ seq }) => seq <= end).length);
  return kept.map((event) => withNewIds(shared(event, state, made, sharedUpTo), made));
}

/** When something of each call began last. */
function lastBegun(events: readonly RunEvent[]): ReadonlyMap<string, number> {
  const begun = new Map<string, number>();
  for (const { type, data, seq } of events) {
    if (type === "tool.started" || type === "tool.resumed") begun.set(data.callId, seq);
  }
  return begun;
}

/** What is done again instead: how what has not begun was let through, and a request that has no response. */
function isGivenUp(event: RunEvent, state: RunState, begun: ReadonlyMap<string, number>): boolean {
  if (event.type === "model.requested") {
    const { agent } = state;
    return (
      agent?.model.at === "requested" && event.data.step === agent.step && event.data.attempt === agent.model.attempt
    );
  }
  if (!("callId" in event.data)) return false;
  const { callId } = event.data;
  if (!isToBeLetThrough(state.calls[callId]) || event.seq < (begun.get(callId) ?? 0)) return false;
  return OF_APPROVALS.includes(event.type) || ("kind" in event.data && event.data.kind === "approval");
}

/** Whether a call has not begun yet. */
export function isUnbegun(call: CallState | undefined): call is CallState {
  return isToBeLetThrough(call) && call.goesOn === null;
}

/** Whether a call has not begun, or not gone on with what it waited for in another history. */
function isToBeLetThrough(call: CallState | undefined): call is CallState {
  return call !== undefined && ["called", "gated", "asked", "approved", "denied"].includes(call.phase.at);
}

function shared(event: RunEvent, state: RunState, made: NewHistory, sharedUpTo: readonly number[]): EventDraft {
  switch (event.type) {
    case "run.created": {
      const { thread, requestedBy, requestedByRoles, from } = made;
      const rerunOf = { runId: event.runId, seq: from, shared: sharedUpTo };
      // A script goes on as whoever runs it again, and stands for nobody else.
      const { standsForAll: _, ...data } = event.data;
      const by = { requestedBy, requestedByRoles };
      return { type: event.type, data: { ...data, thread, ...by, engine: ENGINE_VERSION, rerunOf } };
    }
    case "tool.called":
      return called(event, state, made);
    case "tool.parked": {
      const phase = state.calls[event.data.callId]?.phase;
      if (phase?.at !== "parked" || phase.wait.waitId !== event.data.waitId) return draftOf(event);
      return { type: event.type, data: { ...event.data, ...later(event.data, made.laterMs) } };
    }
    default:
      return draftOf(event);
  }
}

function called(event: Extract<RunEvent, { type: "tool.called" }>, state: RunState, made: NewHistory): EventDraft {
  const { data } = event;
  const call = state.calls[data.callId];
  if (call === undefined || call.phase.at === "settled") return draftOf(event);
  const traits = made.original ? { ...data.traits, onSourceChange: "resume-original" as const } : data.traits;
  return { type: event.type, data: { ...data, ...made.versions.get(data.callId), traits } };
}

function later({ time, expiresAt }: { readonly time?: string; readonly expiresAt?: string }, ms: number) {
  const moved = (text: string): string => new Date(Date.parse(text) + ms).toISOString();
  return {
    ...(time === undefined ? {} : { time: moved(time) }),
    ...(expiresAt === undefined ? {} : { expiresAt: moved(expiresAt) }),
  };
}

function draftOf({ type, data }: RunEvent): EventDraft {
  // One event's own kind and data.
  return { type, data } as EventDraft;
}

/** Ids of calls and waits are those of one run: the new one has its own. */
function withNewIds(draft: EventDraft, { newId }: NewHistory): EventDraft {
  const data: object = draft.data;
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === "string" ? value : undefined;
  };
  const [callId, waitId, approval] = [text("callId"), text("waitId"), text("approval")];
  const ids = {
    ...(callId !== undefined ? { callId: newId("call", callId) } : {}),
    ...(waitId !== undefined ? { waitId: newId("wait", waitId) } : {}),
    ...(approval !== undefined ? { approval: newId("wait", approval) } : {}),
  };
  // The same kind of event, with other texts in the same places.
  return { type: draft.type, data: { ...draft.data, ...ids } } as EventDraft;
}
