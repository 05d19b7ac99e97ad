// Reading an event that a store kept: its text is checked once, here, and frozen.

import { isObject, type Json, type JsonObject } from "../json/json.ts";
import type { RunEvent } from "./event.ts";
import type { EventType } from "./payloads.ts";

type Kind = "text" | "number" | "truth" | "object" | "list" | "any";
type Fields = Readonly<Record<string, Kind>>;

const CALL: Fields = { callId: "text" };
const BEGUN: Fields = {
  ...CALL,
  attempt: "number",
  fence: "number",
  isolation: "text",
  interpreter: "text",
  deadline: "text",
  idempotencyKey: "text",
};
const WAIT: Fields = { ...CALL, waitId: "text", kind: "text" };
const RESULT: Fields = { ...CALL, ok: "truth", durationMs: "number" };

/** The fields without which an event of a kind means nothing. */
const REQUIRED: Readonly<Record<EventType, Fields>> = {
  "run.created": {
    kind: "text",
    tenant: "text",
    thread: "text",
    limits: "object",
    requestedBy: "text",
    engine: "number",
  },
  "run.recovered": { fence: "number", lost: "text", orphans: "list" },
  "run.cancelling": { by: "text" },
  "instructions.composed": { sources: "list", digest: "text" },
  "tools.discovered": { digest: "text", names: "list" },
  "message.user": { text: "text" },
  "message.assistant": { text: "text" },
  "model.requested": {
    step: "number",
    provider: "text",
    model: "text",
    attempt: "number",
    fence: "number",
    digest: "text",
  },
  "model.responded": {
    step: "number",
    attempt: "number",
    text: "text",
    calls: "list",
    finishReason: "text",
    usage: "object",
    latencyMs: "number",
  },
  "model.failed": { step: "number", attempt: "number", error: "object", retryable: "truth" },
  "approval.requested": {
    ...CALL,
    waitId: "text",
    digest: "text",
    expiresAt: "text",
    rules: "list",
    version: "text",
  },
  "approval.decided": {
    ...CALL,
    waitId: "text",
    decision: "text",
    by: "text",
    roles: "list",
    digest: "text",
    counts: "object",
  },
  "tool.egress": { ...CALL, host: "text", port: "number", bytes: "number", allowed: "truth" },
  "clock.advanced": { seconds: "number", scriptStep: "number" },
  "tool.called": {
    ...CALL,
    ordinal: "number",
    tool: "text",
    toolset: "text",
    version: "text",
    digest: "text",
    traits: "object",
  },
  "arguments.repaired": CALL,
  "call.gated": { ...CALL, verdict: "text", policies: "list", policyRevision: "number" },
  "tool.started": BEGUN,
  "tool.resumed": { ...BEGUN, waitId: "text", end: "text", version: "text" },
  "tool.log": { ...CALL, stream: "text", text: "text" },
  "tool.progress": CALL,
  "tool.parked": { ...WAIT, version: "text", durationMs: "number" },
  "wait.resolved": { ...WAIT, by: "text" },
  "wait.expired": { ...WAIT, payload: "any", by: "text" },
  "wait.cancelled": { ...WAIT, payload: "any", by: "text" },
  "artifact.written": {
    ...CALL,
    path: "text",
    version: "number",
    digest: "text",
    size: "number",
    mimeType: "text",
  },
  "tool.result": RESULT,
  "tool.late_result": { ...RESULT, fence: "number" },
  "budget.exceeded": { limit: "text", used: "number", allowed: "number" },
  "run.error": { error: "object" },
  "run.completed": {},
  "run.failed": { error: "object" },
  "run.cancelled": { by: "text" },
};

/** The kinds of event that this engine knows. */
export const EVENT_KINDS: readonly string[] = Object.keys(REQUIRED);

/** An event as a store keeps it: `data` is JSON text as written. */
export interface StoredEvent {
  readonly runId: string;
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly type: string;
  readonly data: string;
  readonly v: number;
}

/** An event that this engine cannot read: damaged, or written by a newer one. */
export class UnreadableEvent extends Error {
  readonly runId: string;
  readonly seq: number;
  /** What is wrong with it. */
  readonly why: string;
  constructor(event: StoredEvent, why: string) {
    super(`event ${event.seq} of run ${event.runId} (${event.type}) cannot be read: ${why}`);
    this.name = "UnreadableEvent";
    this.runId = event.runId;
    this.seq = event.seq;
    this.why = why;
  }
}

/** For a `catch`: what stands for a log that cannot be read, so that it hides none of the others (I13). Throws any other error. */
export function insteadOfUnreadable<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof UnreadableEvent) return value;
    throw error;
  };
}

/** Parses and freezes a stored event. Throws `UnreadableEvent`. */
export function parseEvent(stored: StoredEvent): RunEvent {
  if (stored.v !== 1) throw new UnreadableEvent(stored, `it has version ${stored.v}, this engine knows version 1`);
  const required = Object.hasOwn(REQUIRED, stored.type) ? REQUIRED[stored.type as EventType] : undefined;
  if (required === undefined) throw new UnreadableEvent(stored, "its kind is not known to this engine");
  let data: Json;
  try {
    data = JSON.parse(stored.data);
  } catch {
    throw new UnreadableEvent(stored, "its data are not JSON");
  }
  if (!isObject(data)) throw new UnreadableEvent(stored, "its data are not an object");
  for (const [name, kind] of Object.entries(required)) {
    if (!fits(data[name], kind) && !isBlob(data, name))
      throw new UnreadableEvent(stored, `\`${name}\` should be ${kind}`);
  }
  // What follows was checked field by field above; TypeScript cannot connect a kind's table row with its payload.
  return Object.freeze({
    runId: stored.runId,
    seq: stored.seq,
    at: new Date(stored.at).toISOString(),
    type: stored.type,
    data,
    v: 1,
  }) as unknown as RunEvent;
}

/** Whether a field was too large, and is kept as a blob. */
function isBlob({ blobs }: JsonObject, name: string): boolean {
  return blobs !== undefined && isObject(blobs) && Object.hasOwn(blobs, name);
}

function fits(value: Json | undefined, kind: Kind): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "truth":
      return typeof value === "boolean";
    case "object":
      return isObject(value);
    case "list":
      return Array.isArray(value);
    case "any":
      return value !== undefined;
  }
}
