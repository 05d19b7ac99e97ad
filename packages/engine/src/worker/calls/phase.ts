// One phase of a call that runs: what it is called with, what it says, what it came to.

import type { CallError } from "../../events/payloads.ts";
import type { PhaseInput, PhaseOutcome, Prepared } from "../../ports/runner.ts";
import type { CurrentMasker } from "../../secrets/current-masker.ts";
import type { Masker } from "../../secrets/masker.ts";
import type { CallState, EndedWait } from "../../state/run-state.ts";
import type { ObservedPhase } from "../observe-phase.ts";

/** What the phase is called with. The key is the call's, through every attempt and every resume. */
export function phaseInput(call: CallState, wait: EndedWait | null): PhaseInput {
  const idempotencyKey = call.callId;
  if (wait === null) return { phase: "call", arguments: call.arguments, idempotencyKey };
  const parkedAt = new Date(wait.openedAt).toISOString();
  const { waitId, payload, meta } = wait;
  return { phase: "resume", waitId, payload, meta, idempotencyKey, parkedAt };
}

/**
 * Runs the phase. Never rejects; what it came to has passed the masker (I12). A runner that does not hear an abort is waited
 * for, unlike a model: as long as the sandbox may live, its effects may come, and the run must not be given to another (I3).
 */
export async function runPhase(
  place: Prepared,
  input: PhaseInput,
  observer: ObservedPhase,
  signal: AbortSignal,
  masker: CurrentMasker,
): Promise<PhaseOutcome> {
  try {
    const outcome = await place.run(input, observer, signal);
    // A secret that was set while it ran may be in what it brings. Where that cannot be known, nothing of it is kept.
    await masker.readAgain();
    return admit(outcome, masker);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const error = { type: "killed", message: masker.text(`the sandbox was lost: ${message}`) };
    return { kind: "error", error, lost: true };
  } finally {
    observer.end();
  }
}

function admit(outcome: PhaseOutcome, masker: Masker): PhaseOutcome {
  switch (outcome.kind) {
    case "result":
      return { kind: "result", value: masker.value(outcome.value) };
    case "yield":
      return { ...outcome, params: masker.value(outcome.params), meta: masker.value(outcome.meta) };
    case "error":
      return { ...outcome, error: admitError(outcome.error, masker) };
  }
}

/** An error with nothing in it that must not be stored. */
export function admitError(error: CallError, masker: Masker): CallError {
  const { type, message, hint, stack } = error;
  return {
    type: masker.text(type),
    message: masker.text(message),
    ...(hint === undefined ? {} : { hint: masker.text(hint) }),
    ...(stack === undefined ? {} : { stack: masker.text(stack) }),
  };
}
