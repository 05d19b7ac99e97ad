// What a run is after its events: the state that `evolve` makes and `decide` reads. Plain JSON, frozen, so that it can be
// kept as a snapshot. Times are milliseconds since the epoch.

import type { CallError, EventType, ToolTraits, WaitEnd, WaitKind } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";

/** Raised whenever the same events would fold to another state; snapshots of other versions are not used. */
export const EVOLVE_VERSION = 1;

/** A wait that is open: the call is parked until it ends. */
export interface OpenWait {
  readonly waitId: string;
  readonly kind: WaitKind;
  readonly openedAt: number;
  /** Kind `time`: when it is over. */
  readonly dueAt: number | null;
  readonly expiresAt: number | null;
  readonly meta: JsonObject;
}

/** A wait that has ended and whose companion has not been called yet. */
export interface EndedWait {
  readonly waitId: string;
  readonly kind: WaitKind;
  readonly openedAt: number;
  readonly end: WaitEnd;
  readonly payload: Json;
  readonly meta: JsonObject;
  readonly resumeOriginal: boolean;
}

/** Where a call stands. */
export type CallPhase =
  | { readonly at: "called" }
  | { readonly at: "gated"; readonly verdict: "run" | "ask" | "deny"; readonly reason: string | null }
  | {
      readonly at: "begun";
      readonly attempt: number;
      readonly fence: number;
      readonly deadline: number;
      /** The wait whose end this phase was called with; null: the tool itself. */
      readonly wait: EndedWait | null;
    }
  | { readonly at: "parked"; readonly wait: OpenWait }
  | { readonly at: "woken"; readonly wait: EndedWait }
  | { readonly at: "settled"; readonly ok: boolean; readonly value: Json; readonly error: CallError | null };

/** One call of one tool. */
export interface CallState {
  readonly callId: string;
  readonly ordinal: number;
  readonly tool: string;
  readonly toolset: string;
  readonly version: string;
  readonly digest: string;
  /** As they will run. */
  readonly arguments: JsonObject;
  readonly traits: ToolTraits;
  readonly phase: CallPhase;
  readonly resumes: number;
  /** Milliseconds that its phases have run so far. */
  readonly ranMs: number;
}

/** How a run ended. */
export interface RunEnd {
  readonly type: Extract<EventType, "run.completed" | "run.failed" | "run.cancelled">;
  readonly at: number;
}

/** The state of a run: the fold of its events. */
export interface RunState {
  readonly runId: string;
  /** Null before `run.created`. */
  readonly created: RunOrigin | null;
  /** The last sequence that is in this state. */
  readonly seq: number;
  /** When its last event was written. */
  readonly at: number;
  /** Workers lost since the last fact. */
  readonly recoveries: number;
  readonly cancelling: { readonly by: string; readonly reason: string | null } | null;
  readonly calls: Readonly<Record<string, CallState>>;
  readonly error: CallError | null;
  readonly end: RunEnd | null;
}

/** What a run was created with. */
export interface RunOrigin {
  readonly kind: "call" | "agent";
  readonly tenant: string;
  readonly thread: string;
  readonly context?: Json;
  readonly config: JsonObject;
  readonly settings: JsonObject;
  readonly resumes: number;
  readonly events: number;
  readonly requestedBy: string;
}

/** A run of which nothing is known yet. */
export function unborn(runId: string): RunState {
  return Object.freeze({
    runId,
    created: null,
    seq: 0,
    at: 0,
    recoveries: 0,
    cancelling: null,
    calls: Object.freeze({}),
    error: null,
    end: null,
  });
}
