// Moving one run: decide, perform what is not in flight, write what came of it, until the run has ended or waits.
// It owns the order of things: what it hears is taken one at a time, so that there is one append at a time. How calls, the
// model, judges and scripts are handled is in their folders.
// Invariants: 1. nothing is begun before its event is durable (I1); 2. what is in flight ends before the run is given up
// (I3); 3. after the run is lost nothing of it is decided any more, what still comes is a note (I2).

import type { EventDraft, RunEvent } from "../events/event.ts";
import type { CurrentMasker } from "../secrets/current-masker.ts";
import { foldDrafts } from "../state/consequences.ts";
import { decide } from "../state/decide.ts";
import { wakeAt } from "../state/due.ts";
import type { ScriptEffect } from "../state/effects.ts";
import { cancelWaits } from "../state/ending.ts";
import type { RunState } from "../state/run-state.ts";
import { standing } from "../state/standing.ts";
import { Appends } from "./appends.ts";
import { Gate } from "./approvals/gate.ts";
import { Judging } from "./approvals/judging.ts";
import type { PolicyShelf } from "./approvals/policy-shelf.ts";
import { Notes } from "./calls/notes.ts";
import { CallPhases } from "./calls/phases.ts";
import type { Plan, RunDesk } from "./desk.ts";
import { Flights } from "./flights.ts";
import { createLease, type Lease } from "./lease.ts";
import { Mailbox } from "./mailbox.ts";
import { Conversation } from "./model/conversation.ts";
import { ModelSteps } from "./model/steps.ts";
import { ToolShelf } from "./model/tool-shelf.ts";
import { isolated, type MoveObserver } from "./observe-phase.ts";
import { Planner } from "./planner.ts";
import type { RunLog } from "./run-log.ts";
import { outsideDrafts } from "./script/outside.ts";
import type { Services } from "./services.ts";
import type { Turn } from "./turn.ts";

/** Why a run is not moved here any more. */
export type MoveEnd = "ended" | "waiting" | "lost" | "queued" | "stopped";

/** What a mover works with. */
export interface MoverParts {
  readonly services: Services;
  /** The log; it tells `heard` of every event that it folds. */
  readonly log: (heard: (events: readonly RunEvent[]) => void) => RunLog;
  readonly masker: CurrentMasker;
  readonly policies: PolicyShelf;
  readonly observer: MoveObserver;
  /** Since when the run is held, on the worker's clock, if it is held already. */
  readonly heldSince: number;
  /** Events that were read already. */
  readonly seen?: readonly RunEvent[];
}

/** Moves one run. */
export class Mover {
  readonly #services: Services;
  readonly #log: RunLog;
  readonly #masker: CurrentMasker;
  readonly #mailbox = new Mailbox<Turn>();
  readonly #flights = new Flights();
  readonly #tools = new ToolShelf();
  readonly #appends: Appends;
  readonly #phases: CallPhases;
  readonly #steps: ModelSteps;
  readonly #judging: Judging;
  readonly #lease: Lease;
  #draining = false;
  #stopping = false;
  #forgetWake = (): void => undefined;
  #forgetGather = (): void => undefined;

  constructor({ services, log, masker, policies, observer: given, heldSince, seen = [] }: MoverParts) {
    const observer = isolated(given);
    this.#services = services;
    this.#masker = masker;
    this.#log = log((events) => {
      conversation.see(events);
      for (const event of events) observer.event?.(event);
    });
    const conversation = new Conversation(services, this.#log.tenant, this.#log.runId);
    conversation.see(seen);
    const gate = new Gate(services.runner, policies, masker);
    const since = this.#log.unopened ? null : heldSince;
    this.#lease = createLease(services.clock, services.settings, since, () => this.#flights.abort("lease"));
    const planner = new Planner(services, gate, this.#tools, masker);
    const notes = new Notes();
    const own = { log: this.#log, flights: this.#flights, lease: this.#lease };
    this.#appends = new Appends({ services, ...own, planner, policies, notes, observer });
    const desk = this.#desk(observer, notes);
    this.#phases = new CallPhases(desk, gate);
    this.#steps = new ModelSteps(desk, this.#tools, conversation);
    this.#judging = new Judging(desk, gate);
  }

  get runId(): string {
    return this.#log.runId;
  }

  get tenant(): string {
    return this.#log.tenant;
  }

  get fence(): number {
    return this.#log.fence;
  }

  /** The last sequence it knows of; undefined until the run is in the store. */
  get seq(): number | undefined {
    return this.#log.unopened ? undefined : this.#log.seq;
  }

  /** Why the run could not be created. */
  get refusal(): RunLog["refusal"] {
    return this.#log.refusal;
  }

  /** The lease lasts until then, on the worker's clock. */
  extend(until: number): void {
    this.#lease.extend(until);
  }

  /** Something may have come from outside. */
  look(): void {
    this.#post(async () => {
      if (!this.#log.unopened) await this.#log.catchUp();
    });
  }

  /** Starts nothing more of the run: it is given back when what runs has ended. */
  drain(): void {
    this.#post(async () => {
      this.#draining = true;
      if (!this.#log.unopened) this.#flights.endUnbegun();
    });
  }

  /** Ends what runs: what may be begun again is handed over, the rest ends with `outcome_unknown`. */
  stop(): void {
    this.#post(async () => {
      this.#stopping = true;
      this.#flights.abort("stop");
    });
  }

  /** Cancels the run, in the name of who asked for it. */
  cancel(): void {
    this.#post(() => this.#cancel());
  }

  /** Moves the run until it has ended, waits, or is not ours any more. */
  async move(): Promise<MoveEnd> {
    using _lease = this.#lease;
    try {
      await this.#tools.load(this.#services, this.tenant, this.runId, this.#log.state.agent);
      for (;;) {
        const end = await this.#step();
        if (end !== null) return end;
        const turn = await this.#mailbox.take();
        await turn.perform();
      }
    } finally {
      this.#forgetWake();
      await this.#endFlights();
      this.#forgetGather();
      await this.#keepFacts();
    }
  }

  #post(perform: () => Promise<void>): void {
    this.#mailbox.put({ perform });
  }

  #desk(observer: MoveObserver, notes: Notes): RunDesk {
    const appends = this.#appends;
    return {
      services: this.#services,
      log: this.#log,
      masker: this.#masker,
      observer,
      flights: this.#flights,
      notes,
      mayStart: () => this.#mayStart(),
      mayStillSend: () => this.#lease.holds(),
      plan: (from) => appends.plan(from),
      write: (entry) => appends.write(entry),
      say: (plan, events, guards) => appends.say(plan, events, guards),
      fail: (plan, error) => appends.fail(plan, error),
      post: (turn) => this.#mailbox.put(turn),
    };
  }

  /** Decides and performs until only time, or what is in flight, can bring something new. */
  async #step(): Promise<MoveEnd | null> {
    for (;;) {
      if (this.#appends.queued) return "queued";
      if (!this.#log.unopened && !this.#log.held) return this.#left();
      const plan = this.#appends.plan();
      const script = this.#perform(plan);
      const idle = this.#flights.size === 0;
      if (this.#isToBeWritten(plan)) {
        await this.#appends.write({ decisions: plan.events, guards: plan.guards });
        continue;
      }
      if (script !== null && (idle || !this.#flights.preparing) && this.#mayStart()) {
        await this.#playOutside(plan, script);
        continue;
      }
      if (!idle) {
        this.#wakeWhenDue(plan.state);
        return null;
      }
      const end = await this.#rest(plan.state);
      if (end !== null) return end;
    }
  }

  /** What is about to begin takes decisions and facts along in its own append; but facts do not wait for it for long. */
  #isToBeWritten({ events }: Plan): boolean {
    this.#forgetGather();
    const knownMs = this.#log.unwrittenMs;
    if (events.length === 0 && knownMs === null) return false;
    if (!this.#flights.preparing) return true;
    if (knownMs === null) return false;
    const { clock, settings } = this.#services;
    if (knownMs >= settings.gatherMs) return true;
    this.#forgetGather = clock.after(settings.gatherMs - knownMs, () => this.#post(async () => undefined));
    return false;
  }

  /** Begins what is not in flight, and ends what is not wanted any more. Gives the step of the script that is next, if it is one for the outside. */
  #perform({ state, questions }: Plan): ScriptEffect | null {
    const effects = decide(state, this.#log.moment);
    this.#flights.endUnwanted(new Set([...effects, ...questions].map(({ key }) => key)));
    for (const question of questions) this.#judging.ask(question);
    for (const effect of effects) {
      if (effect.kind === "stop") this.#flights.abort("cancel", effect.callId);
      if (effect.kind === "begin") this.#phases.prepare(state, effect);
      if (effect.kind === "ask") this.#steps.prepare(state, effect);
    }
    return effects.find((effect) => effect.kind === "script") ?? null;
  }

  async #playOutside(plan: Plan, effect: ScriptEffect): Promise<void> {
    const wait = effect.waitId === null ? null : await this.#services.store.wait(this.tenant, effect.waitId);
    await this.#appends.say(
      plan,
      outsideDrafts(plan.state, effect, wait, { masker: this.#masker, tools: this.#tools }),
    );
  }

  #mayStart(): boolean {
    if (this.#stopping) return false;
    return this.#log.unopened || (!this.#draining && this.#log.held && this.#lease.mayStart());
  }

  #left(): MoveEnd {
    const { state } = this.#log;
    if (state.end !== null) return "ended";
    return standing(state).status === "waiting" ? "waiting" : "lost";
  }

  /** Nothing to do: the run is given back, or, where it was never taken, left as it is. */
  async #rest(state: RunState): Promise<MoveEnd | null> {
    const waits = standing(state).status === "waiting";
    if (this.#log.unopened) return waits ? "waiting" : "stopped";
    if (!(await this.#log.giveBack())) return null;
    return (this.#stopping || this.#draining) && !waits ? "stopped" : "waiting";
  }

  /** What is decided when a time comes is decided then, also while something of the run is under way. */
  #wakeWhenDue(state: RunState): void {
    this.#forgetWake();
    const at = wakeAt(state);
    if (at === null) return;
    const { clock, time } = this.#services;
    this.#forgetWake = clock.after(Math.max(1, at - time.now()), () => this.#post(async () => undefined));
  }

  /** The caller of this very process went away: a decision of the holder's, as `run.cancelling` of others is an input. */
  async #cancel(): Promise<void> {
    const { state } = this.#log;
    if (state.cancelling !== null || state.end !== null) return;
    const by = state.created?.requestedBy ?? "haft";
    const cancelling: EventDraft = { type: "run.cancelling", data: { by, reason: "interrupted" } };
    const told = [cancelling, ...cancelWaits(state, "interrupted", by)];
    const { events, guards } = this.#appends.plan(foldDrafts(state, told, this.#log.moment.now));
    if ((await this.#appends.write({ decisions: [...told, ...events], guards })) === "stale") this.cancel();
  }

  /** What is known is written also where something else went wrong; where the run was lost, results are kept as notes (I2). */
  async #keepFacts(): Promise<void> {
    if (this.#log.unwrittenMs === null) return;
    if (this.#log.held) await this.#appends.write({ decisions: [], guards: [] }).catch(() => undefined);
    if (this.#log.held) return;
    const { tenant, runId } = this;
    for (const { type, data } of this.#log.unwritten) {
      if (type !== "tool.result" || data.error?.type === "outcome_unknown") continue;
      const event: EventDraft = { type: "tool.late_result", data: { ...data, fence: this.fence } };
      await this.#services.store.note({ tenant, runId, event }).catch(() => undefined);
    }
  }

  /** Invariant 2: whatever is in flight ends before the run is left. */
  async #endFlights(): Promise<void> {
    this.#flights.endUnbegun();
    this.#flights.abort("lost");
    while (this.#flights.size > 0) {
      const turn = await this.#mailbox.take();
      await turn.abandon?.();
    }
    // What came while its flight was dropped still holds something.
    for (const turn of this.#mailbox.takeAll()) await turn.abandon?.();
  }
}
