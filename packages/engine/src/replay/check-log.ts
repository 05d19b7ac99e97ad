// Whether a log is one that today's code could have written: without gaps, in time, each decision among those that could be
// made at its place, each fact of something that was under way, each input to something that was open.

import { type EventDraft, NOTES, type RunEvent } from "../events/event.ts";
import type { Json } from "../json/json.ts";
import { decide } from "../state/decide.ts";
import type { Effect } from "../state/effects.ts";
import type { RunState } from "../state/run-state.ts";
import { isExpected, nameOf, sameThing } from "./expected-event.ts";
import type { Difference } from "./replay.ts";

/** Goes along a log. */
export class LogCheck {
  readonly #runId: string;
  /** The highest fence that was heard of. */
  #fence = 0;
  /** The rest of a decision that is several events. */
  #rest: readonly EventDraft[] = [];
  /** Calls of a response that are still to be written. */
  #admitting: { readonly step: number; left: number } | null = null;

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** Looks at the next event, which comes at this state; null: it may stand there. */
  next(state: RunState, event: RunEvent): Difference | null {
    const { seq, type } = event;
    if (event.runId !== this.#runId || seq !== state.seq + 1) {
      return { seq, what: "the sequence", stored: seq, folded: state.seq + 1 };
    }
    if (Date.parse(event.at) < state.at) {
      return { seq, what: "the time", stored: event.at, folded: `not before ${new Date(state.at).toISOString()}` };
    }
    if ("fence" in event.data && !NOTES.has(type)) this.#fence = Math.max(this.#fence, event.data.fence);
    if (NOTES.has(type) || this.#isRest(event)) return null;
    if (state.end !== null)
      return { seq, what: "an event after the end", stored: nameOf(event), folded: state.end.type };
    const effects = this.#effects(state, event);
    if (this.#isAllowed(state, event, effects)) return null;
    const folded: Json = effects.length === 0 ? "nothing" : effects.map(({ key }) => key);
    return { seq, what: "an event that could not be written here", stored: nameOf(event), folded };
  }

  #isRest(event: RunEvent): boolean {
    const [next, ...rest] = this.#rest;
    const is = next !== undefined && sameThing(next, event);
    this.#rest = is ? rest : [];
    return is;
  }

  /** What could be decided: when the event was written, and where that differs, when the one before it was. */
  #effects(state: RunState, event: RunEvent): readonly Effect[] {
    // Somebody who cancels a run that nobody holds also ends what its lost worker began; and what a stopped worker handed over
    // to be begun again may be ended by the next one, of whose fence no event tells.
    const isOthers = state.cancelling !== null || mayBeHandedOver(state);
    const fences = isOthers ? [this.#fence, Number.MAX_SAFE_INTEGER] : [this.#fence];
    const times = [...new Set([Date.parse(event.at), state.at])];
    return fences.flatMap((fence) => times.flatMap((now) => decide(state, { now, fence })));
  }

  #isAllowed(state: RunState, event: RunEvent, effects: readonly Effect[]): boolean {
    const append = effects.find(
      (effect) => effect.kind === "append" && effect.events.some((one) => sameThing(one, event)),
    );
    if (append?.kind === "append") {
      const at = append.events.findIndex((one) => sameThing(one, event));
      this.#rest = append.events.slice(at + 1);
      return true;
    }
    if (event.type === "tool.called" && state.agent !== null) return this.#isAdmitted(event.data, effects);
    return isExpected(state, event, effects);
  }

  #isAdmitted({ step }: { readonly step?: number }, effects: readonly Effect[]): boolean {
    const admit = effects.find((effect) => effect.kind === "admit");
    if (admit?.kind === "admit") this.#admitting = { step: admit.step, left: admit.calls.length };
    const admitting = this.#admitting;
    if (admitting === null || admitting.step !== step || admitting.left === 0) return false;
    admitting.left -= 1;
    return true;
  }
}

/** Whether something that was begun may be begun again: a worker that stops gives its run back as it is. */
function mayBeHandedOver({ agent, calls }: RunState): boolean {
  if (agent?.model.at === "requested") return true;
  return Object.values(calls).some(({ phase, traits }) => {
    if (phase.at !== "begun") return false;
    return phase.wait === null ? traits.idempotent : (traits.resume?.idempotent ?? false);
  });
}
