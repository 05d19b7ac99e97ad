// What the parts of a mover share: the run's log, what is in flight, and their turns.

import type { EventDraft } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import type { Guard } from "../ports/store.ts";
import type { CurrentMasker } from "../secrets/current-masker.ts";
import type { RunState } from "../state/run-state.ts";
import type { Question } from "./approvals/gate.ts";
import type { Notes } from "./calls/notes.ts";
import type { Flights } from "./flights.ts";
import type { MoveObserver } from "./observe-phase.ts";
import type { RunLog, Written } from "./run-log.ts";
import type { Services } from "./services.ts";
import type { Turn } from "./turn.ts";

/** What can be decided at once, without anything being done in the world. */
export interface Plan {
  readonly events: readonly EventDraft[];
  readonly guards: readonly Guard[];
  /** After the events. */
  readonly state: RunState;
  /** Judges that have to be asked before more can be decided. */
  readonly questions: readonly Question[];
}

/** One append. */
export interface Entry {
  readonly facts?: readonly EventDraft[];
  readonly decisions: readonly EventDraft[];
  readonly guards: readonly Guard[];
}

/** The desk at which one run is moved. */
export interface RunDesk {
  readonly services: Services;
  readonly log: RunLog;
  readonly masker: CurrentMasker;
  readonly observer: MoveObserver;
  readonly flights: Flights;
  /** What calls said and is not written yet. */
  readonly notes: Notes;
  /** Whether something may be started. */
  mayStart(): boolean;
  /** Whether what has been started may still be sent off: a commit may have taken longer than the lease. */
  mayStillSend(): boolean;
  /** What can be decided now, or from a state on. */
  plan(from?: RunState): Plan;
  /** Writes an append, with the notes so far. Policies that have moved are read again: then it is `stale`. */
  write(entry: Entry): Promise<Written>;
  /** Writes what is planned, these events, and what follows from them. */
  say(plan: Plan, events: readonly EventDraft[], guards?: readonly Guard[]): Promise<Written>;
  /** Writes what is planned, and the error that ends the run. */
  fail(plan: Plan, error: CallError): Promise<Written>;
  /** Takes a turn, after those that wait already. */
  post(turn: Turn): void;
}
