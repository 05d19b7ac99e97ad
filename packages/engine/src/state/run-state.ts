// What a run is after its events: the state that `evolve` makes and `decide` reads. Plain JSON, frozen, so that it can be
// kept as a snapshot. Times are milliseconds since the epoch.

import type { Vote } from "../approvals/tally.ts";
import type { CallError, EventType, RunLimits, ScriptStep, ToolTraits, WaitEnd, WaitKind } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { ApprovalRule } from "../policies/policy.ts";
import type { FinishReason, ModelCall } from "../ports/models.ts";
import type { Sequences } from "./sequences.ts";

/** Raised whenever the same events would fold to another state; snapshots of other versions are not used. */
export const EVOLVE_VERSION = 4;

/** A wait that is open: the call is parked until it ends. */
export interface OpenWait {
  readonly waitId: string;
  readonly kind: WaitKind;
  readonly openedAt: number;
  /** Kind `time`: when it is over. */
  readonly dueAt: number | null;
  readonly expiresAt: number | null;
  /** Kind `signal`: `toolset/key`; else null. */
  readonly key: string | null;
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

/** What the gate said of a call. */
export interface Gate {
  readonly policyRevision: number;
  /** Of the call as it would run; null in histories from before it was kept. */
  readonly digest: string | null;
  readonly reason: string | null;
  /** What must be met before it runs; none where nobody need be asked. */
  readonly rules: readonly ApprovalRule[];
  /** Equal calls whose outcome nobody knew by then. */
  readonly unknowns: number;
}

/** A granted approval that has not been used. */
export interface Grant {
  readonly waitId: string;
  readonly digest: string;
  /** After this it is no good any more. */
  readonly usableUntil: number;
  /** Whether the version that was asked for may run although the source has changed since. */
  readonly resumeOriginal: boolean;
}

/** What an editor put in place of a call's arguments, while the wait is still open. */
export interface Edit {
  readonly arguments: JsonObject;
  readonly vote: Vote;
}

/** Where a call stands. `asked`: people vote; `approved`: they have, and the call may start; `denied`: it does not run. */
export type CallPhase =
  | { readonly at: "called" }
  | { readonly at: "gated"; readonly verdict: "run" | "ask"; readonly gate: Gate }
  | {
      readonly at: "asked";
      readonly gate: Gate;
      readonly waitId: string;
      readonly digest: string;
      readonly openedAt: number;
      readonly expiresAt: number;
      readonly votes: readonly Vote[];
      readonly edit: Edit | null;
    }
  | { readonly at: "approved"; readonly gate: Gate; readonly grant: Grant; readonly votes: readonly Vote[] }
  | { readonly at: "denied"; readonly reason: string; readonly onDenied: "continue" | "fail" }
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
  /** Its place among the calls of its model message. */
  readonly ordinal: number;
  /** The model's id of it, and the step that asked for it; null in runs of kind `call`. */
  readonly providerCallId: string | null;
  readonly step: number | null;
  readonly tool: string;
  readonly toolset: string;
  /** The name under which the model saw the tool; null in runs of kind `call`. */
  readonly offeredAs: string | null;
  readonly version: string;
  readonly digest: string;
  /** As they will run. */
  readonly arguments: JsonObject;
  readonly traits: ToolTraits;
  /** The vote of whoever edited the arguments, which counts first for the call as it is now. */
  readonly edit: Vote | null;
  /** Whether people were asked about it: from then on it runs only with the source that they were shown (I6). */
  readonly waited: boolean;
  /** Whether something of it began with an approval. */
  readonly approved: boolean;
  /** It waits, or has waited, in a history that another run made: it goes on only when this run's gate lets it (I5). */
  readonly inherited: boolean;
  /** The end of a wait with which it goes on once it is let through again; null: what is let through is the tool itself. */
  readonly goesOn: EndedWait | null;
  readonly phase: CallPhase;
  readonly resumes: number;
  /** Milliseconds that its phases have run so far. */
  readonly ranMs: number;
  /** Notes that its phases have left so far. */
  readonly notes: number;
}

/** How a run ended. */
export interface RunEnd {
  readonly type: Extract<EventType, "run.completed" | "run.failed" | "run.cancelled">;
  readonly at: number;
}

/** How asking the model stands. `responded`: the calls of the response have not been written yet. */
export type ModelPhase =
  | { readonly at: "idle" }
  | { readonly at: "requested"; readonly attempt: number; readonly fence: number }
  | { readonly at: "failed"; readonly attempt: number; readonly error: CallError; readonly retryAt: number | null }
  | {
      readonly at: "responded";
      readonly text: string;
      readonly calls: readonly ModelCall[];
      readonly finishReason: FinishReason;
    };

/** What a run of kind `agent` has beside its calls. A settled step leaves counters and the sequences of its messages. */
export interface AgentState {
  /**
   * Sequences of the events that make the conversation: `message.user`, `model.responded`, `tool.called`, `tool.result`
   * (`message.assistant` repeats the response before it). `sequencesOf` lists them.
   */
  readonly transcript: Sequences;
  /** Sequence of `instructions.composed`. */
  readonly instructions: number | null;
  /** Sequence and digest of the last `tools.discovered`. */
  readonly tools: { readonly seq: number; readonly digest: string } | null;
  /** The step that was asked for last; 0 before the first. */
  readonly step: number;
  readonly model: ModelPhase;
  /** Tokens in and out so far. */
  readonly tokens: number;
  /** The next step of the script. */
  readonly scriptStep: number;
  readonly reminded: boolean;
  /** Whether the required tool was called with success. */
  readonly requirementMet: boolean;
  /**
   * The last settled calls that were alike: `fingerprint` of tool, arguments and result, the last step that had one, and how
   * many steps in a row had.
   */
  readonly alike: { readonly digest: string; readonly step: number | null; readonly count: number } | null;
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
  /** Open calls, and in an agent's run the settled ones of the step that is under way. */
  readonly calls: Readonly<Record<string, CallState>>;
  /** Null in a run of kind `call`. */
  readonly agent: AgentState | null;
  /** Failures of tools so far. */
  readonly failures: number;
  /** What the run is to end with, once nothing of it is under way: the failure that was one too many, a denial that ends it. */
  readonly fatal: CallError | null;
  /** Calls whose outcome nobody knows: `toolset/tool` with the `fingerprint` of the arguments. */
  readonly unknown: readonly { readonly tool: string; readonly arguments: string }[];
  /** Time in which a request or a call was open: before, and since when. */
  readonly wallMs: number;
  readonly openSince: number | null;
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
  /** Id and definition of the agent; null in a run of kind `call`. */
  readonly agent: { readonly id: string; readonly definition: JsonObject } | null;
  readonly script: readonly ScriptStep[] | null;
  readonly limits: Required<Omit<RunLimits, "tokens" | "wallSeconds" | "requireTool">> &
    Pick<RunLimits, "tokens" | "wallSeconds" | "requireTool">;
  readonly requestedBy: string;
  readonly requestedByRoles: readonly string[];
  /** Whether its script stands for everybody who is asked; else for whoever asked for the run. */
  readonly standsForAll: boolean;
  /** Sequences up to which the history is that of another run; none where it is all its own. */
  readonly sharedUpTo: readonly number[];
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
    agent: null,
    failures: 0,
    fatal: null,
    unknown: Object.freeze([]),
    wallMs: 0,
    openSince: null,
    error: null,
    end: null,
  });
}
