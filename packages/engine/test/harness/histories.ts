// Histories as tables: events in a few letters, numbered and timed one second apart.

import type { EventDraft, RunEvent, ToolTraits } from "../../src/index.ts";
import { number } from "../../src/state/consequences.ts";
import { fold } from "../../src/state/evolve.ts";
import { type RunState, unborn } from "../../src/state/run-state.ts";

/** When histories begin. */
export const START = Date.parse("2030-01-01T00:00:00.000Z");

/** Traits of a tool that may wait and must not be started twice. */
export const TRAITS: ToolTraits = {
  idempotent: false,
  readOnly: false,
  timeoutSeconds: 30,
  resume: { on: ["answer"], idempotent: false },
  onSourceChange: "refuse",
};

const callId = "call_1";
const begun = {
  callId,
  isolation: "namespaces",
  interpreter: "fake",
  deadline: "2030-01-01T00:10:00Z",
  idempotencyKey: "k",
};

/** The run. */
export function created(limits: { resumes?: number; events?: number } = {}): EventDraft {
  const data = {
    kind: "call",
    tenant: "t",
    thread: "thr_1",
    tool: "desk/ask",
    limits,
    requestedBy: "ada",
    engine: 1,
  } as const;
  return { type: "run.created", data };
}

/** Its call. */
export function called(traits: Partial<ToolTraits> = {}): EventDraft {
  const tool = { callId, ordinal: 1, tool: "ask", toolset: "desk", version: "1", digest: "d", arguments: { x: 1 } };
  return { type: "tool.called", data: { ...tool, traits: { ...TRAITS, ...traits } } };
}

/** Its gate. */
export function gated(verdict: "run" | "ask" | "deny" = "run", reason?: string): EventDraft {
  const data = { callId, verdict, policies: [], policyRevision: 0 };
  return { type: "call.gated", data: reason === undefined ? data : { ...data, reason } };
}

/** The start of the call. */
export function started(fence = 1, attempt = 1): EventDraft {
  return { type: "tool.started", data: { ...begun, fence, attempt } };
}

/** A resume of the call. */
export function resumed(waitId = "wait_1", fence = 1, attempt = 1): EventDraft {
  return { type: "tool.resumed", data: { ...begun, fence, attempt, waitId, end: "answer", version: "1" } };
}

/** The call parks: for an answer, or until `seconds` after the start of the history. */
export function parked(waitId = "wait_1", until: { due?: number; expires?: number } = {}): EventDraft {
  const kind = until.due === undefined ? "answer" : "time";
  const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
  const due = until.due === undefined ? {} : { time: at(until.due) };
  const expires = until.expires === undefined ? {} : { expiresAt: at(until.expires) };
  const data = { callId, waitId, kind, meta: { n: 1 }, version: "1", durationMs: 10, ...due, ...expires } as const;
  return { type: "tool.parked", data };
}

/** The end of a wait. */
export function ended(how: "resolved" | "expired" | "cancelled", waitId = "wait_1"): EventDraft {
  const data = { callId, waitId, kind: "answer", payload: { how }, by: "bob" } as const;
  if (how === "resolved") return { type: "wait.resolved", data };
  return how === "expired" ? { type: "wait.expired", data } : { type: "wait.cancelled", data };
}

/** A result. */
export function result(ok = true): EventDraft {
  const error = { type: "ValueError", message: "no" };
  return {
    type: "tool.result",
    data: ok ? { callId, ok, value: 42, durationMs: 20 } : { callId, ok, error, durationMs: 20 },
  };
}

/** Another worker took the run. */
export function recovered(fence: number): EventDraft {
  return { type: "run.recovered", data: { fence, lost: "wrk_1", orphans: [callId] } };
}

/** Somebody cancels the run. */
export const CANCELLING: EventDraft = { type: "run.cancelling", data: { by: "bob", reason: "late" } };

/** The events, the first at the start and each a second later. */
export function history(...drafts: readonly EventDraft[]): RunEvent[] {
  return drafts.flatMap((draft, index) => number("run_1", [draft], index + 1, START + index * 1000));
}

/** The state after the events. */
export function stateOf(...drafts: readonly EventDraft[]): RunState {
  return fold(unborn("run_1"), history(...drafts));
}
