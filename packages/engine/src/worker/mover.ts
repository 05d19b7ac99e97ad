// Moving one run: decide, perform what is not in flight, write what came of it, until the run has ended or waits.
// It owns what is in flight for the run, and takes what it hears one at a time, so that there is one append at a time.
// Invariants: 1. nothing is begun before its event is durable (I1); 2. what is in flight ends before the run is given up
// (I3); 3. after the run is lost nothing of it is decided any more, what still comes is a note (I2).

import { createArtifactDesk } from "../artifacts/artifact-desk.ts";
import type { EventDraft } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import type { PhaseObserver, PhaseOutcome, Prepared } from "../ports/runner.ts";
import type { Masker } from "../secrets/masker.ts";
import { consequences, foldDrafts } from "../state/consequences.ts";
import { decide } from "../state/decide.ts";
import type { BeginEffect } from "../state/effects.ts";
import { failEvents, outcomeUnknown } from "../state/ending.ts";
import type { CallState, RunState } from "../state/run-state.ts";
import { standing } from "../state/standing.ts";
import { type Flight, Flights } from "./flights.ts";
import { gateCall } from "./gate-call.ts";
import { createLease, type Lease } from "./lease.ts";
import { Mailbox } from "./mailbox.ts";
import { type Note, Notes } from "./notes.ts";
import { type MoveObserver, observePhase } from "./observe-phase.ts";
import { admitError, phaseInput, runPhase } from "./phase.ts";
import { outcomeDraft, startDraft } from "./phase-drafts.ts";
import { type Place, preparePlace } from "./prepare.ts";
import type { RunLog, Written } from "./run-log.ts";
import type { Services } from "./services.ts";

/** Why a run is not moved here any more. */
export type MoveEnd = "ended" | "waiting" | "lost" | "queued" | "stopped";

type Message =
  | { readonly type: "prepared"; readonly effect: BeginEffect; readonly place: Place }
  | { readonly type: "outcome"; readonly effect: BeginEffect; readonly outcome: PhaseOutcome; readonly ranMs: number }
  | {
      readonly type: "fact";
      readonly draft: EventDraft;
      readonly written: (how: "written" | "lost") => void;
      readonly failed: (error: unknown) => void;
    }
  | { readonly type: "look" }
  | { readonly type: "cancel" }
  | { readonly type: "notes" }
  | { readonly type: "stop" };

/** Moves one run. */
export class Mover {
  readonly #services: Services;
  readonly #log: RunLog;
  readonly #masker: Masker;
  readonly #observer: MoveObserver;
  readonly #mailbox = new Mailbox<Message>();
  readonly #flights = new Flights();
  readonly #notes = new Notes();
  readonly #lease: Lease;
  #stopping = false;
  #queued = false;
  #told = false;

  constructor(services: Services, log: RunLog, masker: Masker, observer: MoveObserver, heldSince: number) {
    this.#services = services;
    this.#log = log;
    this.#masker = masker;
    this.#observer = observer;
    this.#lease = createLease(services.clock, services.settings, heldSince, () => this.#flights.abort("lease"));
  }

  get runId(): string {
    return this.#log.runId;
  }

  get tenant(): string {
    return this.#log.tenant;
  }

  /** The last sequence it knows of; undefined until the run is in the store. */
  get seq(): number | undefined {
    return this.#log.unopened ? undefined : this.#log.seq;
  }

  /** The lease lasts until then, on the worker's clock. */
  extend(until: number): void {
    this.#lease.extend(until);
  }

  /** Something may have come from outside. */
  look(): void {
    this.#mailbox.put({ type: "look" });
  }

  /** Ends what runs: what may be begun again is handed over, the rest ends with `outcome_unknown`. */
  stop(): void {
    this.#mailbox.put({ type: "stop" });
  }

  /** Cancels the run, in the name of who asked for it. */
  cancel(): void {
    this.#mailbox.put({ type: "cancel" });
  }

  /** Moves the run until it has ended, waits, or is not ours any more. */
  async move(): Promise<MoveEnd> {
    using _lease = this.#lease;
    try {
      for (;;) {
        const end = await this.#step();
        if (end !== null) return end;
        await this.#hear(await this.#mailbox.take());
      }
    } finally {
      await this.#endFlights();
    }
  }

  /** Decides and performs until only time, or what is in flight, can bring something new. */
  async #step(): Promise<MoveEnd | null> {
    for (;;) {
      if (this.#queued) return "queued";
      if (!this.#log.unopened && !this.#log.held) return this.#left();
      const { events, state } = this.#decisions();
      this.#perform(state);
      const idle = this.#flights.size === 0;
      // What is about to begin takes these decisions along in its own append.
      if (events.length > 0 && (idle || !this.#flights.preparing)) {
        await this.#write([], events, idle);
        continue;
      }
      if (!idle) return null;
      const end = await this.#rest(state);
      if (end !== null) return end;
    }
  }

  /** What can be decided without anything being done in the world: what follows by itself, and the gates. */
  #decisions(): { readonly events: readonly EventDraft[]; readonly state: RunState } {
    const { moment } = this.#log;
    const events: EventDraft[] = [];
    for (let next = this.#log.state; ; ) {
      const followed = consequences(next, moment);
      const gates = decide(followed.state, moment).flatMap((effect) => {
        const call = effect.kind === "gate" ? followed.state.calls[effect.callId] : undefined;
        const { created, runId } = followed.state;
        return call === undefined || created === null ? [] : [gateCall(this.#services.runner, created, runId, call)];
      });
      events.push(...followed.events, ...gates);
      if (gates.length === 0) return { events, state: followed.state };
      next = foldDrafts(followed.state, gates, moment.now);
    }
  }

  /** Begins what is not in flight, and ends what is not wanted any more. */
  #perform(state: RunState): void {
    const effects = decide(state, this.#log.moment);
    this.#flights.endUnwanted(new Set(effects.map((effect) => effect.key)));
    for (const effect of effects) {
      if (effect.kind === "stop") this.#flights.abort("cancel", effect.callId);
      if (effect.kind === "begin") this.#prepare(state, effect);
    }
  }

  #prepare(state: RunState, effect: BeginEffect): void {
    const call = state.calls[effect.callId];
    if (
      call === undefined ||
      state.created === null ||
      this.#flights.get(effect.key) !== undefined ||
      !this.#mayStart()
    )
      return;
    const flight = this.#flights.start(effect.key, effect.callId);
    const came = (place: Place): void => {
      if (this.#flights.get(effect.key) === flight) this.#mailbox.put({ type: "prepared", effect, place });
      else release(place);
    };
    preparePlace(this.#services, state.created, state.runId, call, effect.wait, flight.abort.signal).then(
      came,
      (error: unknown) => came({ kind: "unavailable", error: fault(error) }),
    );
  }

  #left(): MoveEnd {
    const { state } = this.#log;
    if (state.end !== null) return "ended";
    return standing(state).status === "waiting" ? "waiting" : "lost";
  }

  /** Nothing to do: the run is given back, or, where it was never taken, left as it is. */
  async #rest(state: RunState): Promise<MoveEnd | null> {
    if (this.#log.unopened) return standing(state).status === "waiting" ? "waiting" : "stopped";
    if (await this.#log.giveBack()) return this.#stopping && standing(state).status === "ready" ? "stopped" : "waiting";
    return null;
  }

  async #hear(message: Message): Promise<void> {
    switch (message.type) {
      case "look":
        if (!this.#log.unopened) await this.#log.catchUp();
        return;
      case "cancel":
        return this.#cancel();
      case "notes":
        if (this.#log.held) await this.#write([], [], false);
        return;
      case "stop":
        this.#stopping = true;
        return this.#flights.abort("stop");
      case "fact":
        return this.#writeFact(message);
      case "prepared":
        return this.#begin(message.effect, message.place);
      case "outcome":
        return this.#conclude(message);
    }
  }

  /** The caller of this very process went away: a decision of the holder's, as `run.cancelling` of others is an input. */
  async #cancel(): Promise<void> {
    const { state } = this.#log;
    if (state.cancelling !== null || state.end !== null) return;
    const by = state.created?.requestedBy ?? "haft";
    const cancelling: EventDraft = { type: "run.cancelling", data: { by, reason: "interrupted" } };
    const after = foldDrafts(state, [cancelling], this.#log.moment.now);
    const more = consequences(after, this.#log.moment).events;
    const written = await this.#write([], [cancelling, ...more], false);
    if (written === "stale") this.cancel();
  }

  /** Writes, with the notes so far. */
  async #write(facts: readonly EventDraft[], decisions: readonly EventDraft[], release: boolean): Promise<Written> {
    const notes = this.#log.unopened ? [] : this.#notes.take();
    if (notes.length + facts.length + decisions.length === 0) return "written";
    const written = await this.#log.write({ facts: [...notes, ...facts], decisions, release });
    this.#tellStarted();
    this.#queued = written === "queued";
    return written;
  }

  #tellStarted(): void {
    if (this.#told || this.#log.unopened || this.#log.refusal !== null) return;
    this.#told = true;
    this.#observer.started?.(this.#log.runId);
  }

  async #writeFact(message: Extract<Message, { type: "fact" }>): Promise<void> {
    if (!this.#log.held) return message.written("lost");
    try {
      // Alone: where it is refused, no note is refused with it.
      const written = await this.#log.write({ facts: [message.draft], decisions: [], release: false });
      message.written(written === "lost" ? "lost" : "written");
    } catch (error) {
      message.failed(error);
    }
  }

  /** A place was taken: the start is written, and only then the call is sent (I1). */
  async #begin(effect: BeginEffect, place: Place): Promise<void> {
    let sent = false;
    try {
      sent = await this.#beginWith(effect, place);
    } finally {
      if (!sent) {
        this.#flights.end(effect.key);
        release(place);
      }
    }
  }

  /** Whether the call was sent. */
  async #beginWith(effect: BeginEffect, place: Place): Promise<boolean> {
    const flight = this.#flights.get(effect.key);
    for (;;) {
      const { events, state } = this.#decisions();
      const call = state.calls[effect.callId];
      const wanted = decide(state, this.#log.moment).some((other) => other.key === effect.key);
      if (flight === undefined || call === undefined || !wanted || !this.#mayStart()) return false;
      if (place.kind !== "prepared") {
        this.#flights.end(effect.key);
        await this.#refuse(state, call, place, events);
        return false;
      }
      const started = startDraft(effect, call, place.place, this.#log.moment);
      const written = await this.#write([], [...events, started], false);
      if (written === "stale") continue;
      if (written !== "written") return false;
      flight.begun = true;
      this.#run(effect, call, place.place, flight);
      return true;
    }
  }

  #mayStart(): boolean {
    if (this.#stopping) return false;
    return this.#log.unopened || (this.#log.held && this.#lease.mayStart());
  }

  /** No place: the call's own error, or the end of the run. */
  async #refuse(
    state: RunState,
    call: CallState,
    place: Exclude<Place, { kind: "prepared" }>,
    before: readonly EventDraft[],
  ): Promise<void> {
    const error = admitError(place.error, this.#masker);
    const drafts: readonly EventDraft[] =
      place.kind === "failed"
        ? [{ type: "tool.result", data: { callId: call.callId, ok: false, error, durationMs: call.ranMs } }]
        : failEvents(state, error);
    const after = foldDrafts(state, drafts, this.#log.moment.now);
    const more = consequences(after, this.#log.moment).events;
    await this.#write([], [...before, ...drafts, ...more], this.#flights.size === 0);
  }

  #run(effect: BeginEffect, call: CallState, place: Prepared, flight: Flight): void {
    const { clock } = this.#services;
    const before = clock.monotonic();
    if (flight.abort.signal.aborted) {
      place.release();
      const error = { type: "cancelled", message: "the run was cancelled before the tool was called" };
      this.#mailbox.put({ type: "outcome", effect, outcome: { kind: "error", error }, ranMs: 0 });
      return;
    }
    const input = phaseInput(call, effect.wait);
    const observer = this.#observe(call);
    runPhase(place, input, observer, flight.abort.signal, this.#masker).then((outcome) => {
      const ranMs = Math.round((clock.monotonic() - before) * 1000) / 1000;
      this.#mailbox.put({ type: "outcome", effect, outcome, ranMs });
    });
  }

  #observe({ callId }: CallState): PhaseObserver {
    const place = { tenant: this.tenant, thread: this.#log.state.created?.thread ?? "", callId, masker: this.#masker };
    return observePhase(place, this.#observer, {
      note: (draft) => this.#note(draft),
      request: createArtifactDesk(this.#services, place, (draft) => this.#fact(draft)),
    });
  }

  #note(draft: Note): void {
    if (!this.#notes.add(draft)) return;
    this.#services.clock.after(this.#services.settings.notesMs, () => this.#mailbox.put({ type: "notes" }));
  }

  /** Writes a fact in its turn; rejects if the run is lost. */
  #fact(draft: EventDraft): Promise<void> {
    return new Promise((resolve, reject) => {
      const written = (how: "written" | "lost"): void =>
        how === "written" ? resolve() : reject(new Error("the run is not held by this worker any more"));
      this.#mailbox.put({ type: "fact", draft, written, failed: reject });
    });
  }

  /** A phase has ended: its result is a fact, its wait a decision; what follows at once goes into the same append. */
  async #conclude({ effect, outcome, ranMs }: Extract<Message, { type: "outcome" }>): Promise<void> {
    const signal = this.#flights.get(effect.key)?.abort.signal;
    this.#flights.end(effect.key);
    const { fence } = this.#log.moment;
    // Killed for a reason of the worker's, not of the run's: what the call had done by then is not known.
    const killed = outcome.kind === "error" && signal?.aborted === true && signal.reason !== "cancel";
    for (;;) {
      const { state } = this.#log;
      const call = state.calls[effect.callId];
      if (call === undefined) return;
      if (!this.#log.held) return killed ? undefined : this.#late(call, outcome, ranMs, fence);
      if (call.phase.at !== "begun" || (killed && mayBeginAgain(call))) return;
      const came: PhaseOutcome = killed ? { kind: "error", error: outcomeUnknown(call) } : outcome;
      const waitId = this.#services.ids.next("wait");
      const draft = outcomeDraft(state, call, came, { ranMs, waitId, now: this.#log.moment.now });
      const parks = draft.type === "tool.parked";
      const facts = parks ? this.#notes.close(call.callId) : [...this.#notes.close(call.callId), draft];
      const decided = parks ? [draft] : [];
      const after = foldDrafts(state, [...facts, ...decided], this.#log.moment.now);
      const more = consequences(after, this.#log.moment).events;
      const written = await this.#write(facts, [...decided, ...more], this.#flights.size === 0);
      if (written === "written" || (written === "stale" && !parks)) return;
    }
  }

  /** A result for a run that is not ours any more is kept as a note, and never folded. */
  async #late(call: CallState, outcome: PhaseOutcome, ranMs: number, fence: number): Promise<void> {
    if (outcome.kind === "yield") return;
    const { callId } = call;
    const durationMs = call.ranMs + ranMs;
    const said = outcome.kind === "result" ? { ok: true, value: outcome.value } : { ok: false, error: outcome.error };
    const event: EventDraft = { type: "tool.late_result", data: { callId, ...said, durationMs, fence } };
    await this.#services.store.note({ tenant: this.tenant, runId: this.runId, event }).catch(() => undefined);
  }

  /** Invariant 2: whatever is in flight ends before the run is left. */
  async #endFlights(): Promise<void> {
    this.#flights.abort("lost");
    while (this.#flights.size > 0) {
      const message = await this.#mailbox.take();
      if (message.type === "fact") message.written("lost");
      if (message.type === "prepared") {
        this.#flights.end(message.effect.key);
        release(message.place);
      }
      // A store that fails has ended the move already; what its call came to cannot be kept.
      if (message.type === "outcome") await this.#conclude(message).catch(() => undefined);
    }
  }
}

function release(place: Place): void {
  if (place.kind === "prepared") place.place.release();
}

function mayBeginAgain(call: CallState): boolean {
  if (call.phase.at !== "begun") return false;
  return call.phase.wait === null ? call.traits.idempotent : (call.traits.resume?.idempotent ?? false);
}

function fault(error: unknown): CallError {
  return { type: "isolation_unavailable", message: error instanceof Error ? error.message : String(error) };
}
