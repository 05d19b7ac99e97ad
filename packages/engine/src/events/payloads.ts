// What each kind of event says. A payload is JSON; fields that are not named here are kept and ignored.

import type { Json, JsonObject } from "../json/json.ts";

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
  /** Whether its author wants each call to be approved by a person. */
  readonly requiresApproval?: boolean;
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
}

/** Kind of event to its payload. */
export interface EventPayloads {
  readonly "run.created": Spillable & {
    readonly kind: "call" | "agent";
    readonly tenant: string;
    readonly thread: string;
    /** `toolset/tool` */
    readonly tool?: string;
    readonly context?: Json;
    /** The toolset's config, as it was at the start of the run. */
    readonly config?: JsonObject;
    /** What the host needs to run the call again the same way; the engine hands it to the runner unread. */
    readonly settings?: JsonObject;
    readonly limits: RunLimits;
    readonly requestedBy: string;
    /** Version of the engine's events. */
    readonly engine: number;
  };
  readonly "run.recovered": { readonly fence: number; readonly lost: string; readonly orphans: readonly string[] };
  readonly "run.cancelling": { readonly by: string; readonly reason?: string };
  readonly "tool.called": Spillable & {
    readonly callId: string;
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
  };
  readonly "tool.log": {
    readonly callId: string;
    readonly stream: "stdout" | "stderr" | "info" | "warning";
    readonly text: string;
  };
  readonly "tool.progress": { readonly callId: string; readonly fraction?: number; readonly message?: string };
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
    readonly key?: string;
    readonly meta?: JsonObject;
    readonly expiresAt?: string;
    readonly version: string;
    /** How long the phase that ended with this wait ran. */
    readonly durationMs: number;
  };
  readonly "wait.resolved": Spillable & {
    readonly callId: string;
    readonly waitId: string;
    readonly kind: WaitKind;
    readonly payload?: Json;
    readonly by: string;
    /** Whether the version that parked may go on although the source has changed since. */
    readonly resumeOriginal?: boolean;
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
  readonly "budget.exceeded": { readonly limit: string; readonly used: number; readonly allowed: number };
  readonly "run.error": { readonly error: CallError };
  readonly "run.completed": Spillable & { readonly output?: Json };
  readonly "run.failed": { readonly error: CallError };
  readonly "run.cancelled": { readonly by: string; readonly reason?: string };
}

/** The kinds of event that this engine writes and reads. */
export type EventType = keyof EventPayloads;
