// What a tool receives as its context.

import type { AskOptions, TimedWaitOptions, WaitOptions } from "../waits/ask-user.ts";
import type { Wait } from "../waits/wait.ts";
import type { Artifacts } from "./artifacts.ts";

/** The call's surroundings: whose data it is, its settings, and what only the outside can do. */
export interface ToolContext {
  /** Whose call it is. */
  readonly tenantId: string;
  /** The thread. */
  readonly sessionId: string;
  readonly runId: string;
  readonly callId: string;
  /** The bundle's or toolset's id. */
  readonly bundle: string;
  /** The settings of the install or toolset, after validation and defaults; frozen. */
  // biome-ignore lint/suspicious/noExplicitAny: settings have the author's own schema
  readonly config: Readonly<Record<string, any>>;
  /** A private folder that lasts, for this bundle's data for this tenant. */
  readonly dataDir: string | null;
  /** The thread's workspace; null where it has none. */
  readonly workdir: string | null;
  /** What the host passed when it started the run; undefined if nothing. */
  // biome-ignore lint/suspicious/noExplicitAny: the host's own data
  readonly context: any;
  /** Stable for this call across retries and resumes. */
  readonly idempotencyKey: string;
  /** When the call parked, in a companion. */
  readonly parkedAt: Date | null;
  /** Aborted when the run is cancelled, two seconds before the call is killed. */
  readonly signal: AbortSignal;
  /** Versioned files of the thread. */
  readonly artifacts: Artifacts;
  /** A secret that the tenant has set and the toolset declares. Rejects with an Error that says which of the two is missing. */
  secret(name: string): Promise<string>;
  /** Says how far the call is, from 0 to 1, and what it is doing. */
  progress(fraction?: number, message?: string): void;
  /** Says something to whoever watches the run. */
  inform(text: string): void;
  /** An address whose POST is the signal `key`. */
  signalUrl(key: string): Promise<string>;
  /** The same as the function `askUser`. */
  askUser(question: string, options?: AskOptions): Wait;
  /** The same as the function `sleepFor`. */
  sleepFor(seconds: number, options?: WaitOptions): Wait;
  /** The same as the function `sleepUntil`. */
  sleepUntil(moment: string | Date, options?: WaitOptions): Wait;
  /** The same as the function `watchFiles`. */
  watchFiles(paths: string | readonly string[], options?: TimedWaitOptions): Wait;
  /** The same as the function `waitForSignal`. */
  waitForSignal(key: string, options?: TimedWaitOptions): Wait;
}
