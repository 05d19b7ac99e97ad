// Requests that come from outside and need no lease: conditional updates of a wait, a run or a toolset.

import type { EventDraft } from "../events/event.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { Policy } from "../policies/policy.ts";
import type { DefinitionKind, DefinitionRow, RunRow, ToolsetVersion, WaitRow } from "./store-rows.ts";

/**
 * The key under which something is asked for, and what makes two requests the same one. It is kept with what took effect, in
 * the same transaction; `key_taken`: it is kept already, and nothing was written.
 */
export interface Idempotency {
  readonly key: string;
  readonly digest: string;
}

/** What a wait was left as by an input: the rest of its row never changes. */
export interface LeftWait extends Pick<WaitRow, "waitId" | "status" | "endedAt" | "endedBy"> {
  /** Votes that counted, of an approval. */
  readonly have: number | null;
}

/** What took effect under a key, with what was replied then: of a signal it is kept by the signal's id. */
export interface Remembered {
  readonly digest: string;
  readonly reply: { readonly wait: LeftWait } | { readonly run: RunRow } | null;
}

/** Transaction 7: ends an open wait. At or after its deadline the expiry is written instead. */
export interface EndWait {
  readonly tenant: string;
  readonly waitId: string;
  readonly end: "resolved" | "cancelled";
  readonly payload: Json;
  readonly by: string;
  readonly resumeOriginal: boolean;
  readonly idempotency?: Idempotency;
}

/** `ended` tells how the wait had ended before; the same answer by the same person is `repeated`. */
export type EndWaitReply =
  | { readonly ok: true; readonly wait: WaitRow; readonly repeated: boolean }
  | { readonly ok: false; readonly reason: "not_found" | "key_taken" }
  | { readonly ok: false; readonly reason: "ended"; readonly wait: WaitRow };

/** Transaction 10. The events were decided at `lastSeq`; which of the two lists is written depends on whether the run is held. */
export interface CancelRun {
  readonly tenant: string;
  readonly runId: string;
  readonly by: string;
  readonly lastSeq: number;
  /** `run.cancelling` and the cancellation of open waits: the holder does the rest. */
  readonly ifHeld: readonly EventDraft[];
  /** The same, with the end of the run. */
  readonly ifFree: readonly EventDraft[];
  readonly gone: readonly string[];
  /** As in `Claim`. */
  readonly lapsedBy?: number | undefined;
  readonly idempotency?: Idempotency;
}

/** What came of it. `changed`: load the run and decide again. */
export type CancelReply =
  | { readonly ok: true; readonly ended: boolean; readonly run: RunRow }
  | { readonly ok: false; readonly reason: "not_found" | "changed" | "ended" | "key_taken" };

/** Transaction 13. */
export interface SaveToolset {
  readonly tenant: string;
  readonly toolset: string;
  /** The version that the save is based on; null: there must be none; absent: whatever is current. */
  readonly ifMatch?: string | null;
  readonly digest: string;
  readonly language: string;
  /** The sources, as whoever saves them wants them back. */
  readonly source: string;
  /** What is run: built from the sources. */
  readonly built: string;
  readonly by: string;
}

/** `saved` is false where the current version already has this digest. */
export type SaveToolsetReply =
  | { readonly ok: true; readonly saved: boolean; readonly version: ToolsetVersion }
  | { readonly ok: false; readonly current: ToolsetVersion | null };

/**
 * Transaction 7 for approvals: the events were decided at `lastSeq` from the run's state (the vote, and where it is the last
 * one, the end of the wait). At or after the deadline the expiry is written instead.
 */
export interface VoteOnCall {
  readonly tenant: string;
  readonly runId: string;
  readonly waitId: string;
  readonly by: string;
  readonly lastSeq: number;
  readonly events: readonly EventDraft[];
  readonly idempotency?: Idempotency;
}

/** `voted`: this person has voted on this wait already, which is `repeated` where the vote was the same. `changed`: load the run and decide again. */
export type VoteReply =
  | { readonly ok: true; readonly wait: WaitRow }
  | { readonly ok: false; readonly reason: "not_found" | "changed" | "key_taken" }
  | { readonly ok: false; readonly reason: "ended"; readonly wait: WaitRow };

/** Transaction 8. */
export interface Signal {
  readonly tenant: string;
  /** With the toolset before it: `toolset/key`. */
  readonly key: string;
  /** As it came: what waits is resumed with `{ payload }`, which the store puts around it. */
  readonly payload: Json;
  /** A repeated id is one signal, if payload and person are the same. */
  readonly id: string | null;
  readonly by: string;
  /** With an id of its own: where it comes again, the id says what was replied. */
  readonly idempotency?: Idempotency;
}

/**
 * The waits that it ended; none: it is kept for the first that opens. `repeated`: it had come before, and these are the
 * waits that it ended then. `refused`: the id is another signal's, which somebody brought at some time. `keyTaken`: its
 * idempotency key is kept already.
 */
export interface SignalReply {
  readonly waits: readonly string[];
  readonly repeated: boolean;
  readonly keyTaken?: true;
  readonly refused?: { readonly other: "payload" | "person"; readonly by: string; readonly at: number };
}

/** Transaction 14; a null policy is removed. */
export interface SavePolicy {
  readonly tenant: string;
  readonly id: string;
  readonly policy: Policy | null;
  readonly by: string;
}

/** `found`: whether there was one with this id before. */
export interface SavePolicyReply {
  readonly revision: number;
  readonly found: boolean;
}

/** Saves an agent or a model; a null definition is removed. */
export interface SaveDefinition {
  readonly tenant: string;
  readonly kind: DefinitionKind;
  readonly id: string;
  readonly definition: JsonObject | null;
  readonly by: string;
  /** The version that the save is based on; 0: there must be none; absent: whatever is current. */
  readonly ifMatch?: number;
}

/** What came of it; `current` is what is there instead. */
export type SaveDefinitionReply =
  | { readonly ok: true; readonly found: boolean; readonly version: number }
  | { readonly ok: false; readonly current: DefinitionRow | null };

/** What is named is set; what is not stays. */
export interface SaveThread {
  readonly tenant: string;
  readonly threadId: string;
  readonly agent?: string;
  readonly title?: string;
  readonly metadata?: JsonObject;
  /** Folder of the thread's workspace, as the host knows it. */
  readonly workspace?: string;
  /** The thread whose history, before the run named, this one begins with. */
  readonly forkOf?: { readonly threadId: string; readonly before: string };
}

/** `busy`: a run of the thread has not ended. */
export type RemoveThreadReply =
  | { readonly ok: true; readonly runs: number; readonly blobs: readonly string[] }
  | { readonly ok: false; readonly reason: "not_found" | "busy" };
