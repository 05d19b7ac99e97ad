// What the engine needs from a store. Each method that writes is one transaction, which holds the row of its run; the fence
// and the sequence that a request names are conditions of its statements (I2).

import type { EventDraft } from "../events/event.ts";
import type { StoredEvent } from "../events/parse.ts";
import type { RunState } from "../state/run-state.ts";
import type { Standing } from "../state/standing.ts";
import type { WorkerIdentity } from "./machine.ts";
import type { Claim, Claimed, ClaimNext, ClaimReply, CreateReply, CreateRun } from "./store-claims.ts";
import type {
  CancelReply,
  CancelRun,
  EndWait,
  EndWaitReply,
  Remembered,
  RemoveThreadReply,
  SaveDefinition,
  SaveDefinitionReply,
  SavePolicy,
  SavePolicyReply,
  SaveThread,
  SaveToolset,
  SaveToolsetReply,
  Signal,
  SignalReply,
  VoteOnCall,
  VoteReply,
} from "./store-inputs.ts";
import type {
  ArtifactRow,
  CallRow,
  DefinitionKind,
  DefinitionRow,
  FileWaitPlace,
  FileWaitRow,
  RunFilter,
  RunRow,
  StoredPolicies,
  ThreadRow,
  ToolsetVersion,
  WaitFilter,
  WaitRow,
} from "./store-rows.ts";
import type { StoreUpkeep } from "./store-upkeep.ts";

/** The run, and the fence under which it is held. */
export interface Held {
  readonly tenant: string;
  readonly runId: string;
  readonly fence: number;
}

/**
 * What must still be true when a gated call is asked for or started, read in the same transaction (I5): the tenant's policy
 * revision, and where an approval is consumed, that it is granted, unused, in time and of this digest. Exactly one row.
 */
export interface Guard {
  readonly policyRevision: number;
  readonly consume: { readonly callId: string; readonly waitId: string; readonly digest: string } | null;
}

/** Decisions with how the run stands after them. `release`: the run is given back in the same transaction. */
export interface Decision {
  readonly events: readonly EventDraft[];
  readonly standing: Standing;
  readonly release: boolean;
  /** One for each call that is asked for (`approval.requested`) or started (`tool.started`) by these events. */
  readonly guards?: readonly Guard[];
}

/** A guard that did not hold: nothing of the decisions was written. Facts of the same append were. */
export type GuardRefusal = "policy_moved" | "approval_unusable";

/** Facts, which only the fence conditions, and decisions, which also name the last sequence that was folded. */
export interface Append {
  readonly held: Held;
  /** Shows, after a reply was lost, whether this append took place. */
  readonly appendId: string;
  readonly facts: readonly EventDraft[];
  readonly decision: (Decision & { readonly lastSeq: number }) | null;
}

/**
 * What came of an append. `decided` is false where somebody's event came first (fold it and decide again), or a guard did
 * not hold. `after` are events that the store wrote right behind: a signal that had come early.
 */
export type AppendReply =
  | {
      readonly ok: true;
      readonly firstSeq: number;
      readonly at: number;
      readonly decided: boolean;
      readonly refusal?: GuardRefusal;
      readonly after?: readonly EventDraft[];
    }
  | { readonly ok: false; readonly reason: "fenced" | "ended" | "artifact_exists" };

/** A run as it is read to be moved. */
export interface LoadedRun {
  readonly run: RunRow;
  readonly snapshot: RunState | null;
  /** After the snapshot, or after the sequence asked for. */
  readonly events: readonly StoredEvent[];
  /** The store's clock. */
  readonly now: number;
}

/** Durable storage of runs. */
export interface Store extends StoreUpkeep {
  create(request: CreateRun): Promise<CreateReply>;
  /** Takes one run, with its first decisions. */
  claim(request: Claim): Promise<ClaimReply>;
  /** Takes the next run that can move, fairly between tenants; null if there is none. */
  claimNext(request: ClaimNext): Promise<Claimed | null>;
  append(request: Append): Promise<AppendReply>;
  /** Gives a run back if nothing came after `lastSeq`. False: something did, or it is not held any more. */
  giveBack(request: { readonly held: Held; readonly lastSeq: number; readonly standing: Standing }): Promise<boolean>;
  /** Keeps what a lost worker still brought, as a note. */
  note(request: { readonly tenant: string; readonly runId: string; readonly event: EventDraft }): Promise<void>;
  endWait(request: EndWait): Promise<EndWaitReply>;
  /** One vote on an approval, with what follows from it. */
  vote(request: VoteOnCall): Promise<VoteReply>;
  /** Resolves every open wait of the key, or is kept for the first to open. */
  signal(request: Signal): Promise<SignalReply>;
  cancelRun(request: CancelRun): Promise<CancelReply>;
  /** Makes waiting runs whose time has come ready; resolves with how many, and when the next is due. */
  fireDue(limit: number): Promise<{ readonly fired: number; readonly next: number | null; readonly now: number }>;
  saveSnapshot(request: { readonly tenant: string; readonly state: RunState; readonly evolve: number }): Promise<void>;
  saveToolset(request: SaveToolset): Promise<SaveToolsetReply>;
  /** Saves or removes a policy: the tenant's revision is one higher afterwards. */
  savePolicy(request: SavePolicy): Promise<SavePolicyReply>;
  /** Saves or removes an agent or a model. */
  saveDefinition(request: SaveDefinition): Promise<SaveDefinitionReply>;
  /** Makes a thread, or changes what is named of one. */
  saveThread(request: SaveThread): Promise<ThreadRow>;
  /** Removes a thread with its runs, calls, waits, artifacts; the audit trail keeps that it happened. */
  removeThread(request: {
    readonly tenant: string;
    readonly threadId: string;
    readonly by: string;
  }): Promise<RemoveThreadReply>;

  /** The store's clock. */
  now(): Promise<number>;
  load(tenant: string, runId: string, options: { evolve: number; after?: number }): Promise<LoadedRun | null>;
  /** Every run that a worker holds, of all tenants, with its last sequence: one query tells whether anything came from outside. */
  heldBy(workerId: string): Promise<readonly (Held & { readonly lastSeq: number })[]>;
  run(tenant: string, runId: string): Promise<RunRow | null>;
  runs(tenant: string, filter: RunFilter): Promise<readonly RunRow[]>;
  events(tenant: string, runId: string, after: number, limit: number): Promise<readonly StoredEvent[]>;
  call(tenant: string, callId: string): Promise<CallRow | null>;
  /** The calls of a run that have no result, in their order. */
  openCalls(tenant: string, runId: string): Promise<readonly CallRow[]>;
  wait(tenant: string, waitId: string): Promise<WaitRow | null>;
  waits(tenant: string, filter: WaitFilter): Promise<readonly WaitRow[]>;
  ids(tenant: string, kind: "run" | "call" | "wait" | "thr", prefix: string, limit: number): Promise<readonly string[]>;
  /** The current version, or the one named by number or digest. */
  toolset(tenant: string, toolset: string, version?: string): Promise<ToolsetVersion | null>;
  /** The newest version, or the one named. */
  artifact(tenant: string, threadId: string, path: string, version?: number): Promise<ArtifactRow | null>;
  /** The newest version of each, newest first. */
  artifacts(tenant: string, threadId: string): Promise<readonly ArtifactRow[]>;
  policies(tenant: string): Promise<StoredPolicies>;
  definition(tenant: string, kind: DefinitionKind, id: string): Promise<DefinitionRow | null>;
  definitions(tenant: string, kind: DefinitionKind): Promise<readonly DefinitionRow[]>;
  thread(tenant: string, threadId: string): Promise<ThreadRow | null>;
  /** Newest first. */
  threads(tenant: string, limit: number): Promise<readonly ThreadRow[]>;
  /** The runs of a thread that were created before another, oldest first; absent `before`: all. */
  runsOfThread(tenant: string, threadId: string, before?: string): Promise<readonly RunRow[]>;
  /** Open file waits of all tenants whose files are on this machine, oldest first; of those behind `after`. */
  fileWaits(place: string, limit: number, after?: FileWaitPlace): Promise<readonly FileWaitRow[]>;
  /** What took effect under an idempotency key. */
  remembered(tenant: string, key: string): Promise<Remembered | null>;
  /** The workers that hold runs. */
  holders(): Promise<readonly ({ readonly workerId: string } & WorkerIdentity)[]>;
}

/**
 * What may have changed. `log`: only what is written of runs by those who move them, which concerns who follows them.
 * `work`: there may be something to do.
 */
export type Change = "log" | "work";

/** Tells that something may have changed in the store, also by another process. May be late, never the only way to know (I8). */
export interface Wakeups {
  watch(listener: (change: Change) => void): Disposable;
}

/** Keeps the leases of this worker's runs, from a thread that nothing else can block. */
export interface Leases {
  /** Hears, after each renewal, until when on this process's monotonic clock the runs are held. */
  keep(
    workerId: string,
    listener: (renewal: { readonly runIds: readonly string[]; readonly until: number }) => void,
  ): Disposable;
}
