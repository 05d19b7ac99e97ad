// What can be decided of a run at once: what follows by itself, and what needs only what is at hand (the gates, the calls of
// a response, the instructions, the requests for approval). The same state gives the same plan, until it is written.

import type { EventDraft } from "../events/event.ts";
import type { Guard } from "../ports/store.ts";
import type { Masker } from "../secrets/masker.ts";
import { consequences, foldDrafts } from "../state/consequences.ts";
import { decide, type Moment } from "../state/decide.ts";
import type { AdmitEffect, Effect } from "../state/effects.ts";
import type { CallState, RunState } from "../state/run-state.ts";
import type { Gate, Question } from "./approvals/gate.ts";
import { requestDrafts } from "./approvals/request.ts";
import { admitCalls } from "./calls/admit.ts";
import type { Plan } from "./desk.ts";
import { composeDraft } from "./model/compose.ts";
import type { ToolShelf } from "./model/tool-shelf.ts";
import type { Services } from "./services.ts";
import { StableIds } from "./stable-ids.ts";

/** More rounds than this mean that deciding does not come to rest, which is a fault of the engine. */
const MAX_ROUNDS = 1_000;

interface Decided {
  readonly events: readonly EventDraft[];
  readonly guards?: readonly Guard[];
  readonly question?: Question;
}

const NOTHING: Decided = Object.freeze({ events: [] });

/** Plans for one run. */
export class Planner {
  readonly #gate: Gate;
  readonly #tools: ToolShelf;
  readonly #masker: Masker;
  readonly #ids: StableIds;

  constructor(services: Services, gate: Gate, tools: ToolShelf, masker: Masker) {
    this.#gate = gate;
    this.#tools = tools;
    this.#masker = masker;
    this.#ids = new StableIds(services.ids);
  }

  /** What can be decided from this state on. */
  plan(from: RunState, moment: Moment): Plan {
    const events: EventDraft[] = [];
    const guards: Guard[] = [];
    let next = from;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const followed = consequences(next, moment);
      events.push(...followed.events);
      const effects = decide(followed.state, moment);
      const decided = effects.map((effect) => this.#decideOne(followed.state, effect, moment));
      const more = decided.flatMap((one) => one.events);
      if (more.length === 0) {
        const questions = decided.flatMap((one) => one.question ?? []);
        return { events, guards: distinct(guards), state: followed.state, questions };
      }
      events.push(...more);
      guards.push(...decided.flatMap((one) => one.guards ?? []));
      next = foldDrafts(followed.state, more, moment.now);
    }
    throw new Error(`run ${from.runId} does not come to rest after ${MAX_ROUNDS} rounds of deciding`);
  }

  /** What was planned is written: ids that it used are taken. */
  written(): void {
    this.#ids.clear();
  }

  #decideOne(state: RunState, effect: Effect, moment: Moment): Decided {
    switch (effect.kind) {
      case "compose":
        return { events: [composeDraft(state)] };
      case "admit":
        return { events: this.#admit(state, effect) };
      case "gate":
        return this.#gateCall(state, state.calls[effect.callId]);
      case "request": {
        const call = state.calls[effect.callId];
        if (call === undefined || this.#isOutdated(call)) return this.#gateCall(state, call);
        const waitId = this.#ids.for("wait", effect.key);
        return { events: requestDrafts(state, call, waitId, moment), guards: [this.#revisionGuard()] };
      }
      case "begin": {
        const call = state.calls[effect.callId];
        const first = effect.policyRevision !== null;
        return first && call !== undefined && this.#isOutdated(call) ? this.#gateCall(state, call) : NOTHING;
      }
      default:
        return NOTHING;
    }
  }

  #admit(state: RunState, effect: AdmitEffect): readonly EventDraft[] {
    return admitCalls(effect, {
      tools: state.agent === null ? [] : this.#tools.shown(state.agent),
      masker: this.#masker,
      scripted: state.created?.script !== null,
      callId: (ordinal) => this.#ids.for("call", `${effect.key}:${ordinal}`),
    });
  }

  /** Policies have moved since the call was gated, or what was gated was not written down. */
  #isOutdated({ phase }: CallState): boolean {
    if (phase.at !== "gated" && phase.at !== "approved") return false;
    const { policyRevision, digest } = phase.gate;
    return (
      policyRevision !== this.#gate.policyRevision ||
      (phase.at === "gated" && phase.verdict === "ask" && digest === null)
    );
  }

  #gateCall(state: RunState, call: CallState | undefined): Decided {
    if (call === undefined || state.created === null) return NOTHING;
    const gated = this.#gate.ask(state, state.created, call);
    if (gated.at === "asking") return { events: [], question: gated.question };
    // What is denied was denied by policies that hold now: also where nothing is asked for or started.
    return { events: [gated.draft], guards: [this.#revisionGuard()] };
  }

  #revisionGuard(): Guard {
    return { policyRevision: this.#gate.policyRevision, consume: null };
  }
}

/** One guard for each revision. */
function distinct(guards: readonly Guard[]): readonly Guard[] {
  return [...new Map(guards.map((guard) => [guard.policyRevision, guard])).values()];
}
