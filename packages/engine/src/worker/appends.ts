// Writing what is decided of one run: what is planned, what is said beside it, and what follows from both, in one append.
// It knows what an append needs (notes so far, guards, whether the run may be given back with it) and what a reply means
// for the lease and the policies; what is decided is the planner's and the parts'.

import type { EventDraft } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import type { Guard } from "../ports/store.ts";
import { foldDrafts } from "../state/consequences.ts";
import { failEvents } from "../state/ending.ts";
import type { RunState } from "../state/run-state.ts";
import { isUnderWay } from "../state/under-way.ts";
import type { PolicyShelf } from "./approvals/policy-shelf.ts";
import type { Notes } from "./calls/notes.ts";
import type { Entry, Plan } from "./desk.ts";
import type { Flights } from "./flights.ts";
import type { Lease } from "./lease.ts";
import type { MoveObserver } from "./observe-phase.ts";
import type { Planner } from "./planner.ts";
import type { RunLog, Written } from "./run-log.ts";
import type { Services } from "./services.ts";

/** What appends are made of and with. */
export interface AppendParts {
  readonly services: Services;
  readonly log: RunLog;
  readonly planner: Planner;
  readonly policies: PolicyShelf;
  readonly flights: Flights;
  readonly notes: Notes;
  readonly lease: Lease;
  readonly observer: MoveObserver;
}

/** The appends of one run. */
export class Appends {
  readonly #parts: AppendParts;
  #queued = false;
  #told = false;

  constructor(parts: AppendParts) {
    this.#parts = parts;
  }

  /** Whether the run was created behind another of its thread. */
  get queued(): boolean {
    return this.#queued;
  }

  /** What can be decided now, or from a state on. */
  plan(from?: RunState): Plan {
    const { planner, log } = this.#parts;
    return planner.plan(from ?? log.state, log.moment);
  }

  /** Writes what is planned, these events, and what follows from them. */
  say(plan: Plan, events: readonly EventDraft[], guards: readonly Guard[] = []): Promise<Written> {
    const after = this.plan(foldDrafts(plan.state, events, this.#parts.log.moment.now));
    return this.write({
      decisions: [...plan.events, ...events, ...after.events],
      guards: [...plan.guards, ...guards, ...after.guards],
    });
  }

  /** Writes the error that ends the run; what runs is stopped before the run ends. */
  fail(plan: Plan, error: CallError): Promise<Written> {
    const { state } = plan;
    const later = isUnderWay(state, this.#parts.log.moment.fence);
    return this.say(plan, later ? [{ type: "run.error", data: { error } }] : failEvents(state, error));
  }

  /** Writes, with the notes so far. */
  async write({ facts = [], decisions, guards }: Entry): Promise<Written> {
    const { services, log, planner, policies, flights, lease } = this.#parts;
    const { unopened } = log;
    const notes = unopened ? [] : this.#parts.notes.take();
    if (notes.length + facts.length + decisions.length === 0 && log.unwrittenMs === null) return "written";
    const release = flights.size === 0 && decisions.length > 0;
    const before = services.clock.monotonic();
    const written = await log.write({ facts: [...notes, ...facts], decisions, guards, release });
    if (unopened && !log.unopened) lease.begin(before);
    this.#tellStarted();
    this.#queued = written === "queued";
    if (written === "written" && decisions.length > 0) planner.written();
    if (written !== "policy_moved") return written;
    await policies.readAgain();
    return "stale";
  }

  #tellStarted(): void {
    const { log, observer } = this.#parts;
    if (this.#told || log.unopened || log.refusal !== null) return;
    this.#told = true;
    observer.started?.(log.runId);
  }
}
