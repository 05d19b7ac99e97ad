// Rows as a store hands them out. Times are milliseconds since the epoch.

import type { CallError, WaitKind } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { ApprovalRule } from "../policies/policy.ts";

/** Where a run stands; `running` is a run that somebody holds. */
export type RunStatus = "queued" | "ready" | "running" | "waiting" | "completed" | "failed" | "cancelled";

/** One run. */
export interface RunRow {
  readonly tenant: string;
  readonly runId: string;
  readonly threadId: string;
  readonly kind: "call" | "agent";
  readonly tool: string | null;
  readonly agent: string | null;
  /** Where its files are: only workers of that place move it. Null: it has none, or they are wherever a worker is. */
  readonly place: string | null;
  /** The version of the engine that knows what all of its events mean; older ones leave it alone. */
  readonly minEngine: number;
  readonly requestedBy: string;
  readonly status: RunStatus;
  readonly fence: number;
  readonly lastSeq: number;
  readonly workerId: string | null;
  /** Until when it is held. */
  readonly leaseUntil: number | null;
  readonly dueAt: number | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly error: CallError | null;
  readonly openWaits: readonly string[];
}

/** One call. */
export interface CallRow {
  readonly callId: string;
  readonly runId: string;
  readonly threadId: string;
  readonly toolset: string;
  readonly tool: string;
  readonly version: string;
  readonly status: "called" | "running" | "parked" | "completed" | "failed";
}

/** One wait, with what a person needs to see of it. */
export interface WaitRow {
  readonly waitId: string;
  readonly runId: string;
  readonly callId: string;
  readonly threadId: string;
  readonly toolset: string;
  readonly tool: string;
  readonly kind: WaitKind;
  readonly status: "open" | "resolved" | "expired" | "cancelled";
  readonly prompt: string | null;
  readonly schema: JsonObject | null;
  readonly choices: readonly Json[] | null;
  readonly to: readonly string[] | null;
  readonly dueAt: number | null;
  readonly paths: readonly string[] | null;
  readonly key: string | null;
  /** Sequence of the event that opened it. */
  readonly openedSeq: number;
  /** approval: what is asked for, and who must agree. */
  readonly approval: {
    readonly reason: string | null;
    readonly digest: string;
    /** Null where they are too large for a row: they are in the event that `openedSeq` names. */
    readonly arguments: JsonObject | null;
    readonly rules: readonly ApprovalRule[];
    readonly version: string;
    readonly have: number;
    readonly need: number;
  } | null;
  readonly meta: JsonObject;
  readonly openedAt: number;
  readonly expiresAt: number | null;
  readonly endedAt: number | null;
  readonly endedBy: string | null;
}

/** Which runs; newest first. */
export interface RunFilter {
  readonly status?: RunStatus;
  readonly threadId?: string;
  readonly agent?: string;
  readonly limit: number;
}

/** Which waits; open ones by nearest deadline, then ended ones by when they ended. */
export interface WaitFilter {
  readonly open: boolean;
  readonly kind?: WaitKind;
  readonly runId?: string;
  readonly limit: number;
}

/** One saved version of a toolset. */
export interface ToolsetVersion {
  readonly toolset: string;
  readonly version: string;
  readonly digest: string;
  readonly language: string;
  readonly source: string;
  readonly built: string;
  readonly savedBy: string;
  readonly savedAt: number;
}

/** One version of one artifact of a thread. */
export interface ArtifactRow {
  readonly path: string;
  readonly version: number;
  readonly digest: string;
  readonly size: number;
  readonly mimeType: string;
  readonly callId: string;
  readonly writtenAt: number;
}

/** What is kept under an id as its author wrote it. */
export type DefinitionKind = "agent" | "model";

/** One agent or model. */
export interface DefinitionRow {
  readonly id: string;
  readonly definition: JsonObject;
  /** 1 at first, one more with each save. */
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: number;
}

/** One policy as its row has it, which somebody may have changed by hand: whoever reads it parses it. */
export interface StoredPolicy {
  readonly id: string;
  /** The row's text where that is no JSON. */
  readonly policy: Json;
}

/** A tenant's policies, by their ids, and their revision: every save raises it. */
export interface StoredPolicies {
  readonly revision: number;
  readonly policies: readonly StoredPolicy[];
}

/** One thread. */
export interface ThreadRow {
  readonly tenant: string;
  readonly threadId: string;
  readonly agent: string | null;
  readonly title: string | null;
  readonly metadata: JsonObject;
  readonly workspace: string | null;
  readonly forkOf: { readonly threadId: string; readonly before: string } | null;
  readonly createdAt: number;
}

/** An open file wait, as the watcher needs it. */
export interface FileWaitRow {
  readonly tenant: string;
  readonly waitId: string;
  readonly runId: string;
  readonly threadId: string;
  readonly paths: readonly string[];
  /** Of its `tool.parked`, which has what changes are measured against. */
  readonly openedSeq: number;
  readonly openedAt: number;
}

/** A place in the order of file waits, which is that of one of them. */
export type FileWaitPlace = Pick<FileWaitRow, "openedAt" | "tenant" | "waitId">;
