// The phases of a run's calls: a place is taken, the start is written, and only then the call is sent (I1); what it comes to
// is a fact, or parks the call. Nothing is begun twice: what was begun and did not end here is not known (I3).

import { createArtifactDesk } from "../../artifacts/artifact-desk.ts";
import type { EventDraft } from "../../events/event.ts";
import type { CallError } from "../../events/payloads.ts";
import type { PhaseOutcome, Prepared } from "../../ports/runner.ts";
import type { Guard } from "../../ports/store.ts";
import { foldDrafts } from "../../state/consequences.ts";
import { decide } from "../../state/decide.ts";
import type { BeginEffect } from "../../state/effects.ts";
import { outcomeUnknown, settle } from "../../state/ending.ts";
import type { CallState, RunState } from "../../state/run-state.ts";
import { digestOfCall } from "../approvals/digest-of-call.ts";
import type { Gate } from "../approvals/gate.ts";
import type { Plan, RunDesk } from "../desk.ts";
import type { Flight } from "../flights.ts";
import { type ObservedPhase, observePhase } from "../observe-phase.ts";
import type { Note } from "./notes.ts";
import { admitError, phaseInput, runPhase } from "./phase.ts";
import { outcomeDraft, startDraft } from "./phase-drafts.ts";
import { type Place, preparePlace, release } from "./prepare.ts";

interface Came {
  readonly effect: BeginEffect;
  readonly outcome: PhaseOutcome;
  readonly ranMs: number;
}

/** Begins and ends phases of calls. */
export class CallPhases {
  readonly #desk: RunDesk;
  readonly #gate: Gate;

  constructor(desk: RunDesk, gate: Gate) {
    this.#desk = desk;
    this.#gate = gate;
  }

  /** Takes a place for what is to be begun, unless that is on its way already. */
  prepare(state: RunState, effect: BeginEffect): void {
    const { flights, services } = this.#desk;
    const call = state.calls[effect.callId];
    const { created } = state;
    if (call === undefined || created === null || flights.get(effect.key) !== undefined) return;
    if (!this.#desk.mayStart() || !this.#isLetThrough(effect)) return;
    const flight = flights.start(effect.key, effect.callId);
    const came = (place: Place): void => {
      const abandon = (): void => {
        flights.end(effect.key);
        release(place);
      };
      if (flights.get(effect.key) === flight) this.#desk.post({ perform: () => this.#begin(effect, place), abandon });
      else release(place);
    };
    preparePlace(services, created, state.runId, call, effect, flight.abort.signal).then(came, (error: unknown) =>
      came({ kind: "unavailable", error: fault(error) }),
    );
  }

  /** By policies that hold now: where they have moved, and a judge thinks about it, the gate has not spoken yet. */
  #isLetThrough({ policyRevision }: BeginEffect): boolean {
    return policyRevision === null || policyRevision === this.#gate.policyRevision;
  }

  /** A place was taken: the start is written, and only then the call is sent (I1). */
  async #begin(effect: BeginEffect, place: Place): Promise<void> {
    const { flights } = this.#desk;
    const flight = flights.get(effect.key);
    let sent = false;
    try {
      // Nobody waits for this any more: it was dropped while its turn came.
      if (flight === undefined) return;
      // What was set since the run was taken may be given to this very call.
      await this.#desk.masker.readAgain();
      sent = await this.#beginWith(effect, place, flight);
    } finally {
      if (!sent) {
        if (flights.get(effect.key) === flight) flights.end(effect.key);
        release(place);
      }
    }
  }

  /** Whether the call was sent. */
  async #beginWith(effect: BeginEffect, place: Place, flight: Flight): Promise<boolean> {
    const { log, flights } = this.#desk;
    for (;;) {
      const plan = this.#desk.plan();
      const call = plan.state.calls[effect.callId];
      const wanted = decide(plan.state, log.moment).find(({ key }) => key === effect.key);
      if (flights.get(effect.key) !== flight || call === undefined || wanted?.kind !== "begin") return false;
      if (!this.#desk.mayStart() || !this.#isLetThrough(wanted)) return false;
      if (place.kind !== "prepared") {
        flights.end(effect.key);
        await this.#refuse(call, place, plan);
        return false;
      }
      const { draft, guards, usable } = this.#start(plan.state, wanted, call, place.place);
      if (!usable) {
        flights.end(effect.key);
        await this.#void(call, plan, draft);
        return false;
      }
      const written = await this.#desk.write({
        decisions: [...plan.events, draft],
        guards: [...plan.guards, ...guards],
      });
      if (written === "stale") continue;
      if (written === "approval_unusable") {
        flights.end(effect.key);
        await this.#void(call, this.#desk.plan(), draft);
        return false;
      }
      if (written !== "written") return false;
      flight.stage = "begun";
      this.#run(effect, call, place.place, flight);
      return true;
    }
  }

  /** The start, and what must hold for it: the digest is computed again from what is about to run (I5). */
  #start(
    state: RunState,
    effect: BeginEffect,
    call: CallState,
    place: Prepared,
  ): { readonly draft: EventDraft; readonly guards: readonly Guard[]; readonly usable: boolean } {
    const { grant, policyRevision } = effect;
    const { created, runId } = state;
    const { moment } = this.#desk.log;
    if (grant === null || created === null) {
      const draft = startDraft(effect, call, place, moment, null);
      return { draft, guards: policyRevision === null ? [] : [{ policyRevision, consume: null }], usable: true };
    }
    const digest = digestOfCall(created, runId, call, { source: call.digest, settings: place.settingsDigest });
    const consume = { callId: call.callId, waitId: grant.waitId, digest };
    return {
      draft: startDraft(effect, call, place, moment, digest),
      guards: policyRevision === null ? [] : [{ policyRevision, consume }],
      usable: digest === grant.digest && policyRevision !== null,
    };
  }

  /** The approval is not one of what would run: it does not run. */
  async #void(call: CallState, plan: Plan, start: EventDraft): Promise<void> {
    const digest = start.type === "tool.started" ? (start.data.digest ?? "") : "";
    const reason = "what was approved is not what would run now, or the approval is no good any more";
    const { draft, policyRevision } = this.#gate.refuse(call, digest, reason);
    await this.#desk.say(plan, [draft], [{ policyRevision, consume: null }]);
  }

  /** No place: the call's own error, or the end of the run. Of one that a lost worker had begun the outcome is not known (I3). */
  async #refuse(call: CallState, place: Exclude<Place, { kind: "prepared" }>, plan: Plan): Promise<void> {
    const error = admitError(place.error, this.#desk.masker);
    if (place.kind === "unavailable") await this.#desk.fail(plan, error);
    else await this.#desk.say(plan, [settle(call, call.phase.at === "begun" ? outcomeUnknown(call) : error)]);
  }

  #run(effect: BeginEffect, call: CallState, place: Prepared, flight: Flight): void {
    const { clock } = this.#desk.services;
    const before = clock.monotonic();
    const came = (outcome: PhaseOutcome, ranMs: number): void => {
      const conclude = (): Promise<void> => this.#conclude({ effect, outcome, ranMs });
      // A store that fails has ended the move already; what the call came to cannot be kept.
      this.#desk.post({ perform: conclude, abandon: () => conclude().catch(() => undefined) });
    };
    if (!this.#desk.mayStillSend()) flight.abort.abort("lease");
    if (flight.abort.signal.aborted) {
      place.release();
      const error = { type: "cancelled", message: "the run was cancelled before the tool was called" };
      came({ kind: "error", error }, 0);
      return;
    }
    this.#desk.notes.begin(call);
    const input = phaseInput(call, effect.wait);
    runPhase(place, input, this.#observe(call), flight.abort.signal, this.#desk.masker).then((outcome) =>
      came(outcome, Math.round((clock.monotonic() - before) * 1000) / 1000),
    );
  }

  #observe({ callId }: CallState): ObservedPhase {
    const { services, masker, observer, log } = this.#desk;
    const place = { tenant: log.tenant, thread: log.state.created?.thread ?? "", callId, masker };
    return observePhase(place, observer, {
      note: (draft) => this.#note(draft),
      request: createArtifactDesk(services, place, (draft) => this.#fact(draft)),
    });
  }

  #note(draft: Note): void {
    if (!this.#desk.notes.add(draft)) return;
    const { clock, settings } = this.#desk.services;
    const write = async (): Promise<void> => {
      if (this.#desk.log.held) await this.#desk.write({ decisions: [], guards: [] });
    };
    clock.after(settings.notesMs, () => this.#desk.post({ perform: write }));
  }

  /** Writes a fact in its turn; rejects if the run is lost. */
  #fact(draft: EventDraft): Promise<void> {
    const lost = new Error("the run is not held by this worker any more");
    return new Promise((resolve, reject) => {
      const write = async (): Promise<void> => {
        if (!this.#desk.log.held) return reject(lost);
        try {
          // Alone: where it is refused, no note is refused with it.
          const written = await this.#desk.log.write({ facts: [draft], decisions: [], release: false });
          if (written === "lost") reject(lost);
          else resolve();
        } catch (error) {
          reject(error);
        }
      };
      this.#desk.post({ perform: write, abandon: () => reject(lost) });
    });
  }

  /**
   * A phase has ended: its wait is a decision, written with what follows at once; its result is a fact, and written with what
   * begins next, or alone where that takes a while.
   */
  async #conclude({ effect, outcome, ranMs }: Came): Promise<void> {
    const { flights, log, services } = this.#desk;
    const signal = flights.get(effect.key)?.abort.signal;
    flights.end(effect.key);
    const { fence } = log.moment;
    // Killed for a reason of the worker's, not of the run's: what the call had done by then is not known. Near the end of the
    // lease the sandboxes' own deadline may have been first.
    const ended = (signal?.aborted === true && signal.reason !== "cancel") || !this.#desk.mayStillSend();
    const killed = outcome.kind === "error" && (ended || outcome.lost === true);
    const waitId = services.ids.next("wait");
    for (;;) {
      const { state } = log;
      const call = state.calls[effect.callId];
      if (call === undefined) return;
      if (!log.held) return killed ? undefined : this.#late(call, outcome, ranMs, fence);
      if (call.phase.at !== "begun" || (killed && mayBeginAgain(call))) return;
      const came: PhaseOutcome = killed ? { kind: "error", error: outcomeUnknown(call) } : outcome;
      const draft = outcomeDraft(state, call, came, { ranMs, waitId, now: log.moment.now });
      const facts = this.#desk.notes.close(call.callId);
      if (draft.type !== "tool.parked") return log.know([...this.#desk.notes.take(), ...facts, draft]);
      const parked = { ...draft, data: { ...draft.data, ...this.#desk.notes.count(call.callId) } };
      const after = this.#desk.plan(foldDrafts(state, [...facts, parked], log.moment.now));
      const written = await this.#desk.write({ facts, decisions: [parked, ...after.events], guards: after.guards });
      if (written === "written") return;
    }
  }

  /** A result for a run that is not ours any more is kept as a note, and never folded. */
  async #late(call: CallState, outcome: PhaseOutcome, ranMs: number, fence: number): Promise<void> {
    if (outcome.kind === "yield") return;
    const { services, log } = this.#desk;
    const { callId } = call;
    const durationMs = call.ranMs + ranMs;
    const said = outcome.kind === "result" ? { ok: true, value: outcome.value } : { ok: false, error: outcome.error };
    const event: EventDraft = { type: "tool.late_result", data: { callId, ...said, durationMs, fence } };
    await services.store.note({ tenant: log.tenant, runId: log.runId, event }).catch(() => undefined);
  }
}

function mayBeginAgain(call: CallState): boolean {
  if (call.phase.at !== "begun") return false;
  return call.phase.wait === null ? call.traits.idempotent : (call.traits.resume?.idempotent ?? false);
}

function fault(error: unknown): CallError {
  return { type: "isolation_unavailable", message: error instanceof Error ? error.message : String(error) };
}
