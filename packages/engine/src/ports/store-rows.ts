// Rows as a store hands them out. Times are milliseconds since the epoch.

import type { CallError, WaitKind } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";

/** Where a run stands; `running` is a run that somebody holds. */
export type RunStatus = "queued" | "ready" | "running" | "waiting" | "completed" | "failed" | "cancelled";

/** One run. */
export interface RunRow {
  readonly tenant: string;
  readonly runId: string;
  readonly threadId: string;
  readonly kind: "call" | "agent";
  readonly tool: string | null;
  readonly requestedBy: string;
  readonly status: RunStatus;
  readonly fence: number;
  readonly lastSeq: number;
  readonly workerId: string | null;
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
