// One immutable record of a run's log, and the same before the store has numbered it.

import type { EventPayloads, EventType } from "./payloads.ts";

/** The version of the events that this engine writes; a run carries it, and older engines leave the run alone. */
export const ENGINE_VERSION = 1;

/** An event of one kind. `at` is UTC with milliseconds, by the store's clock; in a run it never goes back. */
export interface EventOf<T extends EventType> {
  readonly runId: string;
  readonly seq: number;
  readonly at: string;
  readonly type: T;
  readonly data: EventPayloads[T];
  readonly v: 1;
}

/** An event of any kind: `type` tells which. */
export type RunEvent = { readonly [T in EventType]: EventOf<T> }[EventType];

/** An event that the store has not numbered yet. */
export type EventDraft = {
  readonly [T in EventType]: { readonly type: T; readonly data: EventPayloads[T] };
}[EventType];

/** Notes are shown and never folded. */
export const NOTES: ReadonlySet<EventType> = new Set(["tool.log", "tool.progress", "tool.egress", "tool.late_result"]);
