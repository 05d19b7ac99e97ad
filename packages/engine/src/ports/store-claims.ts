// Requests that create runs and take them.

import type { Json } from "../json/json.ts";
import type { WorkerIdentity } from "./machine.ts";
import type { Decision, GuardRefusal } from "./store.ts";
import type { Idempotency } from "./store-inputs.ts";

/** Who takes a run, and for how long unless the lease is renewed. */
export interface Hold {
  readonly workerId: string;
  readonly identity: WorkerIdentity;
  readonly leaseMs: number;
}

/** The row of a new run. */
export interface NewRun {
  readonly tenant: string;
  readonly runId: string;
  readonly threadId: string;
  readonly kind: "call" | "agent";
  /** `toolset/tool`, of a run of kind `call`. */
  readonly tool: string | null;
  /** Id of the agent, of a run of kind `agent`. */
  readonly agent: string | null;
  readonly requestedBy: string;
  readonly minEngine: number;
  /** The machine that has its files; null: any. */
  readonly place: string | null;
}

/** Transaction 1 (with a hold also 2 and the first decisions). */
export interface CreateRun {
  readonly run: NewRun;
  readonly appendId: string;
  /** The same key with the same digest gives the run that it made. */
  readonly idempotency: Idempotency | null;
  readonly hold: Hold | null;
  readonly decision: Decision;
  /** It takes the place of what its thread still asks approval for: those waits are cancelled in the same transaction. */
  readonly supersede?: { readonly by: string; readonly payload: Json };
}

/** A run whose thread has another open run is queued: then it cannot be held, and nothing was written. */
export type CreateReply =
  | { readonly ok: true; readonly fence: number; readonly firstSeq: number; readonly at: number }
  | { readonly ok: false; readonly reason: "thread_busy" | "queue_full" | "key_reused" | GuardRefusal }
  | { readonly ok: false; readonly reason: "exists"; readonly runId: string };

/** Transaction 2 for one run. Without `lastSeq` it is taken as it is; with it, only if nothing has changed since. */
export interface Claim {
  readonly tenant: string;
  readonly runId: string;
  readonly hold: Hold;
  readonly engine: number;
  /** First decisions, for a run that nobody holds. */
  readonly first: (Decision & { readonly lastSeq: number; readonly appendId: string }) | null;
  /** Workers that are seen to be gone: their leases need not run out. */
  readonly gone: readonly string[];
  /**
   * Where it is before the store's time, only leases that ended by it count as run out: the store's clock was set forward, and
   * what was begun under later ones may not have ended.
   */
  readonly lapsedBy?: number | undefined;
}

/** What came of it. `lastSeq` is before the first decisions, after `run.recovered`. */
export type ClaimReply =
  | ({ readonly ok: true; readonly firstSeq: number; readonly at: number } & Claimed)
  | {
      readonly ok: false;
      readonly reason: "not_found" | "changed" | "held" | "waiting" | "ended" | "newer_engine" | GuardRefusal;
    };

/** Transaction 2 for whichever run is next. */
export interface ClaimNext {
  readonly hold: Hold;
  readonly engine: number;
  readonly place: string | null;
  /** The tenant that was served last. */
  readonly afterTenant: string;
  readonly maxRunning: number;
  readonly gone: readonly string[];
  /** As in `Claim`. */
  readonly lapsedBy?: number | undefined;
  /** Ids of ready runs that are not taken: this worker has found that they are for others. */
  readonly except?: readonly string[];
}

/** A run that was taken. */
export interface Claimed {
  readonly tenant: string;
  readonly runId: string;
  readonly fence: number;
  /** The worker that was lost with it, where it was taken over. */
  readonly lost: string | null;
}
