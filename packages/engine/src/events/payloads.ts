// What each kind of event says. A payload is JSON; fields that are not named here are kept and ignored.

import type { Json, JsonObject } from "../json/json.ts";
import type { ApprovalRule } from "../policies/policy.ts";
import type { FinishReason, ModelCall, ModelUsage } from "../ports/models.ts";

/** Why something failed. `type` is the exception's own name or one of Haft's. */
export interface CallError {
  readonly type: string;
  readonly message: string;
  readonly hint?: string;
  /** Mapped to the author's lines; kept in the log, shown to nobody else. */
  readonly stack?: string;
}

/** Kinds of durable waits. */
export type WaitKind = "answer" | "approval" | "time" | "files" | "signal";

/** How a wait can end. `answer` stands for whatever it waited for: an answer, the time, a change, a signal. */
export type WaitEnd = "answer" | "timeout" | "cancel";

/** What deciding needs to know of a tool: taken from its contract when the call is made, so that the log alone decides. */
export interface ToolTraits {
  readonly idempotent: boolean;
  readonly readOnly: boolean;
  /** Wall clock of one phase, in seconds. */
  readonly timeoutSeconds: number;
  /** Its companion; null: it cannot wait. */
  readonly resume: { readonly on: readonly WaitEnd[]; readonly idempotent: boolean } | null;
  readonly onSourceChange: "refuse" | "resume-original";
  /** The toolset's time-out of a wait that names none, in seconds. */
  readonly waitSeconds?: number;
  /** Whether its author wants each call to be approved by a person, why, and what a denial does to the run. */
  readonly requiresApproval?: boolean;
  readonly approvalReason?: string;
  readonly onDenied?: "continue" | "fail";
  /** Whether its calls take no part in the order of a message's calls. */
  readonly parallel?: boolean;
  /** Whether arguments that do not fit are repaired first; default true. */
  readonly repair?: boolean;
  /** Labels for what it touches: for policies. */
  readonly capabilities?: readonly string[];
}

/** A large value that is kept as a blob; `events/spill.ts` brings it back when the event is read. */
export interface BlobReference {
  readonly digest: string;
  readonly bytes: number;
}

interface Spillable {
  /** Fields of this payload that were too large, by name. */
  readonly blobs?: Readonly<Record<string, BlobReference>>;
}

/** Limits of a run. */
export interface RunLimits {
  /** Resumes of one call; 10,000 unless set. */
  readonly resumes?: number;
  /** Events of the run; 1,000,000 unless set. */
  readonly events?: number;
  /** Model steps; 20 unless set. */
  readonly maxSteps?: number;
  /** Tokens in and out, together; none unless set. */
  readonly tokens?: number;
  /** Seconds in which a model request or a call was open; none unless set. */
  readonly wallSeconds?: number;
  /** Failures of tools that are tolerated; 2 unless set. */
  readonly toolFailures?: number;
  /** Name of a tool without a successful call of which the run does not complete. */
  readonly requireTool?: string;
}

/** One step of a script; `tool` or `call` name the wait that is meant, else it is the oldest open one of its kind. */
export type ScriptStep =
  | { readonly type: "tool.call"; readonly toolName: string; readonly arguments: JsonObject }
  | {
      readonly type: "tool.calls";
      readonly calls: readonly { readonly toolName: string; readonly arguments: JsonObject }[];
    }
  | { readonly type: "assistant.output"; readonly content: string }
  | { readonly type: "answer"; readonly response: Json; readonly tool?: string; readonly call?: string }
  | {
      readonly type: "approve";
      readonly arguments?: JsonObject;
      readonly reason?: string;
      readonly tool?: string;
      readonly call?: string;
    }
  | { readonly type: "deny"; readonly reason: string; readonly tool?: string; readonly call?: string }
  | { readonly type: "signal"; readonly key: string; readonly payload: Json }
  | { readonly type: "advance"; readonly seconds: number };

/** One file as it was seen: times in milliseconds. */
export interface FileState {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: number;
}

/** A file that comes with a message. */
export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  readonly path: string;
}

/** Kind of event to its payload. */
export interface EventPayloads {
  readonly "run.created": Spillable & {
    readonly kind: "call" | "agent";
    readonly tenant: string;
    readonly thread: string;
    /** `toolset/tool`, of a run of kind `call`. */
    readonly tool?: string;
    /** Id of the agent, of a run of kind `agent`, and its definition as it was at the start: `AgentDefinition`. */
    readonly agent?: string;
    readonly definition?: JsonObject;
    /** What the run was started with: the text of the message, or the arguments of the call. */
    readonly input?: Json;
    /** Played instead of a model. */
    readonly script?: readonly ScriptStep[];
    /** The run whose history up to a sequence this one shares. */
    readonly rerunOf?: {
      readonly runId: string;
      readonly seq: number;
      /** Sequences of this log up to which it is another run's: the last one is this run's own, others were so before. */
      readonly shared?: readonly number[];
    };
    readonly context?: Json;
    /** The toolset's config, as it was at the start of the run. */
    readonly config?: JsonObject;
    /** What the host needs to run the call again the same way; the engine hands it to the runner unread. */
    readonly settings?: JsonObject;
    readonly limits: RunLimits;
    readonly requestedBy: string;
    /** Roles of whoever asked for it: a script acts with them. */
    readonly requestedByRoles?: readonly string[];
    /** The script stands for everybody who is asked: only where the whole store is a rehearsal's. */
    readonly standsForAll?: boolean;
    /** Version of the engine's events. */
    readonly engine: number;
  };
  readonly "run.recovered": { readonly fence: number; readonly lost: string; readonly orphans: readonly string[] };
  readonly "run.cancelling": { readonly by: string; readonly reason?: string };
  readonly "instructions.composed": Spillable & {
    /** Where the text comes from, for example `agent.md`, `skills`. */
    readonly sources: readonly string[];
    readonly digest: string;
    /** Kept as a blob, whatever its size. */
    readonly text?: string;
  };
  readonly "tools.discovered": Spillable & {
    readonly digest: string;
    readonly names: readonly string[];
    readonly missing?: readonly { readonly name: string; readonly reason: string }[];
    /** `BoundTool[]`, kept as a blob, whatever its size. */
    readonly tools?: Json;
  };
  readonly "message.user": Spillable & {
    readonly text: string;
    readonly attachments?: readonly Attachment[];
    /** `haft`: what the engine reminds the model of. Default `person`. */
    readonly from?: "person" | "haft";
  };
  readonly "message.assistant": Spillable & { readonly text: string };
  readonly "model.requested": {
    readonly step: number;
    readonly provider: string;
    readonly model: string;
    readonly attempt: number;
    readonly fence: number;
    /** SHA-256, in hex, of what is sent. */
    readonly digest: string;
  };
  readonly "model.responded": Spillable & {
    readonly step: number;
    readonly attempt: number;
    readonly text: string;
    readonly calls: readonly ModelCall[];
    /** What the provider wants to see again with this message. */
    readonly carry?: Json;
    readonly finishReason: FinishReason;
    readonly usage: ModelUsage;
    readonly latencyMs: number;
  };
  readonly "model.failed": {
    readonly step: number;
    readonly attempt: number;
    readonly error: CallError;
    readonly retryable: boolean;
    /** When it is tried again; absent: never. */
    readonly retryAt?: string;
  };
  readonly "tool.called": Spillable & {
    readonly callId: string;
    /** The model's id of the call, and the step that asked for it; absent in runs of kind `call`. */
    readonly providerCallId?: string;
    readonly step?: number;
    /** The name under which the model saw the tool. */
    readonly offeredAs?: string;
    /** What the model sent where that is no JSON object. */
    readonly sent?: string;
    readonly ordinal: number;
    readonly tool: string;
    readonly toolset: string;
    readonly version: string;
    readonly digest: string;
    readonly arguments?: JsonObject;
    readonly traits: ToolTraits;
  };
  readonly "arguments.repaired": Spillable & {
    readonly callId: string;
    readonly changes?: readonly { readonly path: string; readonly from?: Json; readonly to?: Json }[];
    /** The arguments as they will run. */
    readonly arguments?: JsonObject;
  };
  readonly "call.gated": {
    readonly callId: string;
    readonly verdict: "run" | "ask" | "deny";
    readonly policies: readonly string[];
    readonly policyRevision: number;
    readonly reason?: string;
    /** Of the call as it would run: `approvals/call-digest.ts`. Absent in histories from before it was kept. */
    readonly digest?: string;
    /** `ask`: what must be met. */
    readonly rules?: readonly ApprovalRule[];
    /** `deny`: what the denial does to the run; absent: the tool goes on as its author says. */
    readonly onDenied?: "continue" | "fail";
    /** What judges said. */
    readonly judgements?: readonly {
      readonly policy: string;
      readonly approved: boolean;
      readonly reason: string;
    }[];
  };
  readonly "approval.requested": Spillable & {
    readonly callId: string;
    readonly waitId: string;
    readonly reason?: string;
    /** As they would run. */
    readonly arguments?: JsonObject;
    readonly digest: string;
    readonly expiresAt: string;
    readonly rules: readonly ApprovalRule[];
    readonly version: string;
  };
  /** One vote. The last one is followed by `wait.resolved` of kind `approval`. */
  readonly "approval.decided": Spillable & {
    readonly callId: string;
    readonly waitId: string;
    readonly decision: "approved" | "denied";
    readonly by: string;
    readonly roles: readonly string[];
    readonly reason?: string;
    /** Where they were edited: masked, validated; the call is gated again with them. */
    readonly arguments?: JsonObject;
    /** Of the call that was voted on. */
    readonly digest: string;
    readonly counts: { readonly have: number; readonly need: number };
    /** Whether the version that was asked for may run although the source has changed since. */
    readonly resumeOriginal?: boolean;
    /** The step of the run's script that cast it, counted from 0. */
    readonly scriptStep?: number;
  };
  readonly "tool.started": {
    readonly callId: string;
    readonly attempt: number;
    readonly fence: number;
    readonly isolation: string;
    readonly interpreter: string;
    readonly deadline: string;
    readonly idempotencyKey: string;
    /** Of what it is granted: `approvals/settings-digest.ts`. Absent in histories from before it was kept. */
    readonly settingsDigest?: string;
    /** The wait of the approval that this start consumes. */
    readonly approval?: string;
    /** What was approved, computed again from what runs. */
    readonly digest?: string;
  };
  readonly "tool.resumed": {
    readonly callId: string;
    readonly attempt: number;
    readonly fence: number;
    readonly isolation: string;
    readonly interpreter: string;
    readonly deadline: string;
    readonly idempotencyKey: string;
    readonly waitId: string;
    readonly end: WaitEnd;
    readonly version: string;
    /** Where its run shares another's history, and it was let through again: as those of `tool.started`. */
    readonly settingsDigest?: string;
    readonly approval?: string;
    readonly digest?: string;
  };
  readonly "tool.log": {
    readonly callId: string;
    readonly stream: "stdout" | "stderr" | "info" | "warning";
    readonly text: string;
  };
  readonly "tool.progress": { readonly callId: string; readonly fraction?: number; readonly message?: string };
  readonly "tool.egress": {
    readonly callId: string;
    readonly host: string;
    readonly port: number;
    readonly bytes: number;
    readonly allowed: boolean;
  };
  readonly "tool.parked": Spillable & {
    readonly callId: string;
    readonly waitId: string;
    readonly kind: WaitKind;
    readonly prompt?: string;
    readonly schema?: JsonObject;
    readonly choices?: readonly Json[];
    readonly to?: readonly string[];
    /** time: when it is due */
    readonly time?: string;
    readonly paths?: readonly string[];
    /** files: what changes are measured against, taken when the tool asked. */
    readonly fileState?: readonly FileState[];
    readonly key?: string;
    readonly meta?: JsonObject;
    readonly expiresAt?: string;
    readonly version: string;
    /** How long the phase that ended with this wait ran. */
    readonly durationMs: number;
    /** Notes of the call so far; absent: none. */
    readonly notes?: number;
  };
  readonly "wait.resolved": Spillable & {
    readonly callId: string;
    readonly waitId: string;
    readonly kind: WaitKind;
    readonly payload?: Json;
    readonly by: string;
    /** Whether the version that parked may go on although the source has changed since. */
    readonly resumeOriginal?: boolean;
    /** The step of the run's script that ended it, counted from 0. */
    readonly scriptStep?: number;
  };
  readonly "wait.expired": {
    readonly callId: string;
    readonly waitId: string;
    readonly kind: WaitKind;
    readonly payload: Json;
    readonly by: string;
  };
  readonly "wait.cancelled": {
    readonly callId: string;
    readonly waitId: string;
    readonly kind: WaitKind;
    readonly payload: Json;
    readonly by: string;
  };
  readonly "artifact.written": {
    readonly path: string;
    readonly version: number;
    readonly digest: string;
    readonly size: number;
    readonly mimeType: string;
    readonly callId: string;
  };
  readonly "tool.result": Spillable & {
    readonly callId: string;
    readonly ok: boolean;
    readonly value?: Json;
    readonly error?: CallError;
    readonly durationMs: number;
  };
  readonly "tool.late_result": Spillable & {
    readonly callId: string;
    readonly ok: boolean;
    readonly value?: Json;
    readonly error?: CallError;
    readonly durationMs: number;
    /** The fence of the worker that was lost. */
    readonly fence: number;
  };
  /** Scripts only: the run's due times are so much nearer. */
  readonly "clock.advanced": { readonly seconds: number; readonly scriptStep: number };
  readonly "budget.exceeded": { readonly limit: string; readonly used: number; readonly allowed: number };
  readonly "run.error": { readonly error: CallError };
  readonly "run.completed": Spillable & { readonly output?: Json };
  readonly "run.failed": { readonly error: CallError };
  readonly "run.cancelled": { readonly by: string; readonly reason?: string };
}

/** The kinds of event that this engine writes and reads. */
export type EventType = keyof EventPayloads;
