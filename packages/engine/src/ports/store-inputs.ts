// Requests that come from outside and need no lease: conditional updates of a wait, a run or a toolset.

import type { EventDraft } from "../events/event.ts";
import type { Json } from "../json/json.ts";
import type { ToolsetVersion, WaitRow } from "./store-rows.ts";

/** Transaction 7: ends an open wait. At or after its deadline the expiry is written instead. */
export interface EndWait {
  readonly tenant: string;
  readonly waitId: string;
  readonly end: "resolved" | "cancelled";
  readonly payload: Json;
  readonly by: string;
  readonly resumeOriginal: boolean;
}

/** `ended` tells how the wait had ended before; the same answer by the same person is `repeated`. */
export type EndWaitReply =
  | { readonly ok: true; readonly wait: WaitRow; readonly repeated: boolean }
  | { readonly ok: false; readonly reason: "not_found" }
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
}

/** What came of it. `changed`: load the run and decide again. */
export type CancelReply =
  | { readonly ok: true; readonly ended: boolean }
  | { readonly ok: false; readonly reason: "not_found" | "changed" | "ended" };

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
