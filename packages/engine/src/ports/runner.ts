// How a phase of a call is run: a place is prepared before anything is written, and the call is sent only when
// `tool.started` is durable (I1).

import type { CallError } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";

/** Which call a place is wanted for. */
export interface RunnerCall {
  readonly tenant: string;
  readonly runId: string;
  readonly callId: string;
  readonly threadId: string;
  readonly toolset: string;
  /** The version that the call belongs to. */
  readonly version: string;
  readonly digest: string;
  readonly tool: string;
  readonly timeoutSeconds: number;
  readonly config: JsonObject;
  readonly settings: JsonObject;
  /** The agent whose run it is, as it was at the start: `AgentDefinition`. Absent: a call of its own. */
  readonly agent?: JsonObject;
  readonly context?: Json;
}

/** What the phase is called with. */
export type PhaseInput =
  | { readonly phase: "call"; readonly arguments: JsonObject; readonly idempotencyKey: string }
  | {
      readonly phase: "resume";
      /** The wait that has ended. */
      readonly waitId: string;
      readonly payload: Json;
      readonly meta: JsonObject;
      readonly idempotencyKey: string;
      /** ISO 8601: when the call parked. */
      readonly parkedAt: string;
    };

/** Hears what a phase says, and answers what only the outside can do. */
export interface PhaseObserver {
  log(stream: "stdout" | "stderr" | "info" | "warning", text: string): void;
  progress(fraction: number | undefined, message: string | undefined): void;
  /** `artifact.read`, `artifact.write`, `artifact.list`. Rejects with an Error whose `name` is the error's type. */
  request(operation: string, params: JsonObject): Promise<Json>;
}

/** What one phase came to. */
export type PhaseOutcome =
  | { readonly kind: "result"; readonly value: Json }
  | {
      readonly kind: "yield";
      readonly wait: "answer" | "time" | "files" | "signal";
      readonly params: JsonObject;
      readonly meta: JsonObject;
    }
  /** `lost`: the place was ended with whatever held it, not by the call: what the call had done by then is not known. */
  | { readonly kind: "error"; readonly error: CallError; readonly lost?: true };

/** A sandbox that waits for this one phase. */
export interface Prepared {
  /** The level that the process inside confirmed, for example `namespaces`. */
  readonly isolation: string;
  /** For example `python 3.11.2`. */
  readonly interpreter: string;
  /** `settingsDigest` of the grants that are in force in it. */
  readonly settingsDigest: string;
  /** Never rejects for what a tool does. Aborting the signal ends the phase with all it started; the outcome is what came. */
  run(input: PhaseInput, observer: PhaseObserver, signal: AbortSignal): Promise<PhaseOutcome>;
  /** Gives the place back if no call was sent. */
  release(): void;
}

/** A place, or why there is none: `retry` may be different in a moment, `failed` is the call's own error. */
export type Preparation =
  | { readonly kind: "prepared"; readonly place: Prepared }
  | { readonly kind: "retry"; readonly error: CallError }
  | { readonly kind: "failed"; readonly error: CallError };

/** Runs phases of calls. */
export interface Runner {
  /** `settingsDigest` of what the call would be granted now. Never throws. */
  settingsDigest(call: RunnerCall): string;
  /** What this process lacks to move a run with these settings, in words: it is left to others. Null: nothing. Never throws. */
  lacks?(settings: JsonObject): string | null;
  prepare(call: RunnerCall, signal: AbortSignal): Promise<Preparation>;
  /** Everything that runs is ended after so many milliseconds, also if this process is stuck, unless a later deadline comes; null: no deadline. */
  extendDeadline?(milliseconds: number | null): void;
}
