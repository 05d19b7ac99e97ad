// What may be done next. A key is the same whenever the same thing is decided again, so that a worker performs only what
// is not in flight.

import type { EventDraft } from "../events/event.ts";
import type { EndedWait } from "./run-state.ts";

/** Something that only needs to be written down: no effect on the world goes with it. */
export interface AppendEffect {
  readonly kind: "append";
  readonly key: string;
  readonly events: readonly EventDraft[];
}

/** Whether the call may run is to be found out. */
export interface GateEffect {
  readonly kind: "gate";
  readonly key: string;
  readonly callId: string;
}

/** A phase of a call is to be begun: the tool itself, or its companion with the end of a wait. */
export interface BeginEffect {
  readonly kind: "begin";
  readonly key: string;
  readonly callId: string;
  readonly attempt: number;
  readonly wait: EndedWait | null;
}

/** A phase that runs is to be ended, because the run is being cancelled. */
export interface StopEffect {
  readonly kind: "stop";
  readonly key: string;
  readonly callId: string;
}

/** One thing that may be done. */
export type Effect = AppendEffect | GateEffect | BeginEffect | StopEffect;
