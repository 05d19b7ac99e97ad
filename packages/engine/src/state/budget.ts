// What a run may use, and whether it has used it up.

import type { EventDraft } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import { failEvents } from "./ending.ts";
import type { RunOrigin, RunState } from "./run-state.ts";
import { wallMsAt } from "./wall-time.ts";

/** So many identical calls in a row, with identical results, go in circles. */
const ALIKE = 3;

/** A limit that is used up. */
export interface Exceeded {
  readonly limit: "resumes" | "events" | "wallSeconds" | "loop" | "maxSteps" | "tokens";
  readonly used: number;
  readonly allowed: number;
}

/** The limit that ends the run now, whatever it would do next; null: none. */
export function exceeded(state: RunState, created: RunOrigin, now: number): Exceeded | null {
  const { resumes, events, wallSeconds } = created.limits;
  const worn = Object.values(state.calls).find((call) => call.phase.at === "woken" && call.resumes >= resumes);
  if (worn !== undefined) return { limit: "resumes", used: worn.resumes, allowed: resumes };
  if (state.seq >= events) return { limit: "events", used: state.seq, allowed: events };
  const wallMs = wallMsAt(state, now);
  if (wallSeconds !== undefined && wallMs >= wallSeconds * 1000) {
    return { limit: "wallSeconds", used: wallMs / 1000, allowed: wallSeconds };
  }
  const alike = state.agent?.alike?.count ?? 0;
  return alike >= ALIKE ? { limit: "loop", used: alike, allowed: ALIKE - 1 } : null;
}

/** The limit that stands against one more model step; null: none. */
export function exceededByAStep(state: RunState, created: RunOrigin): Exceeded | null {
  const { maxSteps, tokens } = created.limits;
  const { step, tokens: used } = state.agent ?? { step: 0, tokens: 0 };
  if (step >= maxSteps) return { limit: "maxSteps", used: step, allowed: maxSteps };
  return tokens !== undefined && used >= tokens ? { limit: "tokens", used, allowed: tokens } : null;
}

/** Ends the run with it. */
export function exceededEvents(state: RunState, over: Exceeded): readonly EventDraft[] {
  return [{ type: "budget.exceeded", data: { ...over } }, ...failEvents(state, exceededError(over))];
}

function exceededError({ limit, used, allowed }: Exceeded): CallError {
  const type = "budget.exceeded";
  if (limit === "loop") {
    return {
      type,
      message: `loop: the last ${used} calls were the same, and so were their results`,
      hint: "tell the agent in its instructions what to do when a call brings nothing new",
    };
  }
  const hint = limit === "resumes" || limit === "events" ? "split the work into several runs" : `raise limits.${limit}`;
  return {
    type,
    message: `${limit}: the run used ${used} and is allowed ${allowed}`,
    hint: `${hint}, if it needs more`,
  };
}
