// evolve(state, event) -> state: pure and total. An event that cannot mean anything where it stands (a second result, an
// answer to a wait that is not open) moves the sequence on and changes nothing else.

import { type EventOf, NOTES, type RunEvent } from "../events/event.ts";
import { evolveCall } from "./evolve-call.ts";
import type { RunOrigin, RunState } from "./run-state.ts";

/** Resumes of one call unless its run says otherwise. */
const MAX_RESUMES = 10_000;
/** Events of one run unless it says otherwise. */
const MAX_EVENTS = 1_000_000;

/** The state after one more event. */
export function evolve(state: RunState, event: RunEvent): RunState {
  if (event.seq <= state.seq) return state;
  const at = Date.parse(event.at);
  const moved = { ...state, seq: event.seq, at };
  if (state.end !== null || NOTES.has(event.type)) return Object.freeze(moved);
  return Object.freeze({ ...moved, ...change(state, event, at) });
}

/** The state after many events, in their order. */
export function fold(state: RunState, events: Iterable<RunEvent>): RunState {
  let next = state;
  for (const event of events) next = evolve(next, event);
  return next;
}

function change(state: RunState, event: RunEvent, at: number): Partial<RunState> {
  if (state.created === null) {
    return event.type === "run.created" ? { created: origin(event.data) } : {};
  }
  switch (event.type) {
    case "run.created":
    case "budget.exceeded":
    case "tool.log":
    case "tool.progress":
    case "tool.late_result":
      return {};
    case "run.recovered":
      return { recoveries: state.recoveries + 1 };
    case "run.cancelling":
      return { cancelling: Object.freeze({ by: event.data.by, reason: event.data.reason ?? null }) };
    case "run.error":
      return { error: event.data.error };
    case "run.completed":
    case "run.failed":
    case "run.cancelled":
      return { end: Object.freeze({ type: event.type, at }) };
    case "artifact.written":
      return { recoveries: 0 };
    default:
      return changeOfCall(state, event, at);
  }
}

function changeOfCall(state: RunState, event: Parameters<typeof evolveCall>[1], at: number): Partial<RunState> {
  const before = Object.hasOwn(state.calls, event.data.callId) ? state.calls[event.data.callId] : undefined;
  const after = evolveCall(before, event, at);
  if (after === undefined || after === before) return {};
  const calls = Object.freeze({ ...state.calls, [after.callId]: after });
  const fact = event.type === "tool.result" || event.type === "tool.parked";
  return fact ? { calls, recoveries: 0 } : { calls };
}

function origin(data: EventOf<"run.created">["data"]): RunOrigin {
  return Object.freeze({
    kind: data.kind,
    tenant: data.tenant,
    thread: data.thread,
    ...(data.context === undefined ? {} : { context: data.context }),
    config: data.config ?? {},
    settings: data.settings ?? {},
    resumes: data.limits.resumes ?? MAX_RESUMES,
    events: data.limits.events ?? MAX_EVENTS,
    requestedBy: data.requestedBy,
  });
}
