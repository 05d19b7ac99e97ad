// What a call came to, in the one shape that every surface shows.

import type { RunEvent } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import type { Json } from "../json/json.ts";
import type { WaitView } from "../waits/wait-view.ts";

/** A line that a tool wrote. */
export interface LogLine {
  readonly stream: "stdout" | "stderr" | "info" | "warning";
  readonly text: string;
}

/** What a call came to. */
export interface Outcome {
  /** Null while it waits, or is still to run. */
  readonly ok: boolean | null;
  readonly status: "completed" | "failed" | "waiting" | "cancelled";
  readonly value?: Json;
  readonly error?: { readonly type: string; readonly message: string; readonly hint?: string };
  /** The open wait. */
  readonly wait?: WaitView;
  readonly runId: string;
  readonly callId: string;
  readonly threadId: string;
  /** Milliseconds in which the call ran, waits left out. */
  readonly durationMs: number;
  /** The level that the sandbox confirmed; null where nothing ran. */
  readonly isolation: string | null;
  readonly logs: readonly LogLine[];
}

/** The outcome as a call's events tell it, but for the wait. */
export function outcomeOf(
  events: readonly RunEvent[],
  ids: { readonly runId: string; readonly callId: string; readonly threadId: string },
): Omit<Outcome, "wait"> {
  const logs: LogLine[] = [];
  let isolation: string | null = null;
  let ranMs = 0;
  let result: Extract<RunEvent, { type: "tool.result" }> | undefined;
  for (const event of events) {
    if (!("callId" in event.data) || event.data.callId !== ids.callId) continue;
    if (event.type === "tool.log") logs.push({ stream: event.data.stream, text: event.data.text });
    if (event.type === "tool.started" || event.type === "tool.resumed") isolation = event.data.isolation;
    if (event.type === "tool.parked") ranMs += event.data.durationMs;
    if (event.type === "tool.result") result ??= event;
  }
  const { runId, callId, threadId } = ids;
  const common = { runId, callId, threadId, durationMs: result?.data.durationMs ?? ranMs, isolation, logs };
  if (result === undefined) return { ok: null, status: "waiting", ...common };
  if (result.data.ok) return { ok: true, status: "completed", value: result.data.value ?? null, ...common };
  const error = result.data.error ?? { type: "failed", message: "the call failed" };
  return { ok: false, status: error.type === "cancelled" ? "cancelled" : "failed", error: shown(error), ...common };
}

/** An error without its stack, which is the log's. */
function shown({ type, message, hint }: CallError): { type: string; message: string; hint?: string } {
  return hint === undefined ? { type, message } : { type, message, hint };
}
