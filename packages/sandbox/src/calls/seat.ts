// A place in a sandbox: a process that is restricted, proved and loaded, and waits for one call.

import type { ContextData, Json, JsonObject, RequestOperation, WireError, YieldKind } from "@haft/sdk/wire";
import type { Isolation, IsolationLevel } from "../levels/level.ts";
import type { ToolsetImage } from "./toolset-image.ts";

/** One phase of one call. */
export interface SeatCall {
  readonly callId: string;
  readonly tool: string;
  readonly phase: "call" | "resume";
  readonly arguments?: JsonObject;
  readonly payload?: Json;
  readonly meta?: JsonObject;
  readonly ctx: ContextData;
  /** Wall clock of this phase, in seconds. */
  readonly timeoutSeconds: number;
}

/** Hears what a call says while it runs, and answers what only the outside can do. */
export interface CallObserver {
  log?(stream: "stdout" | "stderr" | "info" | "warning", text: string): void;
  progress?(fraction: number | undefined, message: string | undefined): void;
  /** Rejects with an Error whose `name` is the wire error's type. */
  request?(op: RequestOperation, params: JsonObject): Promise<Json>;
}

/** What one phase came to. Time-outs, crashes and cancellation are errors with Haft's own types. */
export type PhaseOutcome =
  | { readonly kind: "result"; readonly value: Json }
  | { readonly kind: "yield"; readonly wait: YieldKind; readonly params: JsonObject; readonly meta: JsonObject }
  /** `lost`: its sandbox was ended with all others of this process, and what the call had done by then is not known. */
  | { readonly kind: "error"; readonly error: WireError; readonly lost?: true };

/** Taken for one call; released by the call's end, or by `release` if no call was sent. */
export interface Seat {
  readonly isolation: Isolation;
  /** For example `python 3.11.2`. */
  readonly interpreter: string;
  /** Never rejects for what a tool does. Aborting `signal` sends `cancel` and kills 2 s later; the outcome is what came. */
  call(call: SeatCall, observer: CallObserver, signal?: AbortSignal): Promise<PhaseOutcome>;
  release(): void;
}

/** Why no seat could be had. `type` is `load_failed`, `isolation_unavailable` or `killed`; never a stack of Haft's own. */
export class SeatUnavailable extends Error {
  readonly error: WireError;
  /** A fault of the toolset itself is not retried. */
  readonly retryable: boolean;
  constructor(error: WireError, retryable: boolean) {
    super(error.message);
    this.name = "SeatUnavailable";
    this.error = error;
    this.retryable = retryable;
  }
}

/** Settings of the sandboxes of one process. */
export interface SandboxOptions {
  /** The least level accepted; the best that the machine gives is used. */
  readonly least: IsolationLevel;
  /** Where copies that the sandbox's user can reach are kept, by digest. Default: a folder in the user's state folder (`/var/lib/haft` for root). */
  readonly state?: string;
  /** Who runs the sandboxes when the server is root: a name or number. Default `nobody`. */
  readonly user?: string;
  /** Default: 4 per core and toolset. */
  readonly perToolset?: number;
  /** Default 32. */
  readonly total?: number;
  /** Default 60,000. */
  readonly idleMs?: number;
  /** Whether a sandbox is started ahead when the last free one of an image is taken. Default true; a command that makes one call has no use for it. */
  readonly spares?: boolean;
  /** Python interpreter where an image names none. */
  readonly python?: string;
  /**
   * One word that stands in the command line of everything that is started here, from before a line of a tool runs until the
   * last of them has ended: others of this machine see by it that something of this process is still there.
   */
  readonly mark?: string;
}

/** The sandboxes of one process. */
export interface Sandboxes extends AsyncDisposable {
  /** Waits, fairly between tenants, for a process of this image that is ready for a call. Rejects with `SeatUnavailable`. */
  take(image: ToolsetImage, signal?: AbortSignal): Promise<Seat>;
  /** All sandboxes are ended unless a later deadline comes within this time: the watchdog of a lease. null: no deadline, the default. */
  extendDeadline?(milliseconds: number | null): void;
  /** What the machine gives, found by starting a sandbox: for `haft doctor`. */
  probe(): Promise<{ readonly isolation: Isolation | null; readonly problems: readonly WireError[] }>;
}
