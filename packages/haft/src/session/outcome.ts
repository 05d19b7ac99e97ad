// What a call came to, in one shape on every surface.

import type { IsolationLevel } from "@haft/sandbox";
import type { Json } from "@haft/sdk/wire";
import type { LogLine } from "./move-observer.ts";
import type { Wait } from "./wait.ts";

/** Why a call failed. */
export interface OutcomeError {
  readonly type: string;
  readonly message: string;
  readonly hint?: string;
}

/** What a call came to, in one shape on every surface. */
export interface Outcome {
  /** null while it waits */
  readonly ok: boolean | null;
  readonly status: "completed" | "failed" | "waiting" | "cancelled";
  readonly value?: Json;
  /** Why it failed; while it waits, why it does not go on here: its message begins with what has taken effect. */
  readonly error?: OutcomeError;
  readonly wait?: Wait;
  readonly runId: string;
  readonly callId: string;
  readonly threadId: string;
  /** Time in which the call ran, waits left out. */
  readonly durationMs: number;
  /** The level that the sandbox confirmed; null where nothing ran. */
  readonly isolation: IsolationLevel | null;
  readonly logs: readonly LogLine[];
}

/** What is shown of a call beside its Outcome. */
export interface CallFacts {
  /** What kind of run it belongs to; absent: `call`. */
  readonly kind?: "call" | "agent";
  /** Whether it shares the machine's network, whatever the level of its sandbox. */
  readonly sharesNetwork: boolean;
  /** The author's line that raised its error, for example `tools/weather.py:12 in forecast`. */
  readonly raisedAt?: string;
}
