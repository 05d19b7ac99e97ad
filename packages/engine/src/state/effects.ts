// What may be done next. A key is the same whenever the same thing is decided again, so that a worker performs only what
// is not in flight.

import type { EventDraft } from "../events/event.ts";
import type { ScriptStep } from "../events/payloads.ts";
import type { ModelCall } from "../ports/models.ts";
import type { EndedWait, Grant } from "./run-state.ts";

/** Something that only needs to be written down: no effect on the world goes with it. */
export interface AppendEffect {
  readonly kind: "append";
  readonly key: string;
  readonly events: readonly EventDraft[];
}

/** The text of the instructions is to be put together and written (`instructions.composed`). */
export interface ComposeEffect {
  readonly kind: "compose";
  readonly key: string;
}

/** The model, or the script, is to be asked for a step: tools read, `model.requested` durable, then the request. */
export interface AskEffect {
  readonly kind: "ask";
  readonly key: string;
  readonly step: number;
  readonly attempt: number;
}

/** The calls of a response are to be looked up, parsed, repaired, validated, and written (`tool.called` …). */
export interface AdmitEffect {
  readonly kind: "admit";
  readonly key: string;
  readonly step: number;
  readonly calls: readonly ModelCall[];
  /** Whether the response was cut short: its calls do not run. */
  readonly cutShort: boolean;
}

/** Whether the call may run is to be found out. */
export interface GateEffect {
  readonly kind: "gate";
  readonly key: string;
  readonly callId: string;
}

/** People are to be asked for their approval (`approval.requested`). */
export interface RequestEffect {
  readonly kind: "request";
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
  /** The approval that the first start consumes, or what is let through again (I5); null: none is needed, or it was consumed before. */
  readonly grant: Grant | null;
  /** The policy revision at which the call was gated: the first start, or what is let through again, reads it again; null for everything after it. */
  readonly policyRevision: number | null;
}

/** A step of a script that stands for the outside. */
export type OutsideStep = Extract<ScriptStep, { type: "answer" | "approve" | "deny" | "signal" | "advance" }>;

/** The run's script has a step for the outside: an answer, a vote, a signal, the clock. */
export interface ScriptEffect {
  readonly kind: "script";
  readonly key: string;
  /** Of the step, counted from 0: the events that it makes carry it as `scriptStep`. */
  readonly index: number;
  readonly step: OutsideStep;
  /** The wait that an answer, a vote or a signal is for; null for the clock. */
  readonly waitId: string | null;
}

/** What runs is to be ended, because the run is ending: a call's phase, or (null) the model request. */
export interface StopEffect {
  readonly kind: "stop";
  readonly key: string;
  readonly callId: string | null;
}

/** One thing that may be done. */
export type Effect =
  | AppendEffect
  | ComposeEffect
  | AskEffect
  | AdmitEffect
  | GateEffect
  | RequestEffect
  | BeginEffect
  | ScriptEffect
  | StopEffect;
