// One phase of a call that runs: what it is called with, what it says, what it came to.

import type { CallError } from "../../events/payloads.ts";
import { shorten } from "../../events/shorten.ts";
import type { PhaseInput, PhaseOutcome, Prepared } from "../../ports/runner.ts";
import type { CurrentMasker } from "../../secrets/current-masker.ts";
import type { Masker } from "../../secrets/masker.ts";
import { isToolFailure } from "../../state/failures.ts";
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
    return admit(outcome, masker, signal.aborted);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const error = { type: "killed", message: masker.text(`the sandbox was lost: ${message}`) };
    return { kind: "error", error, lost: true };
  } finally {
    observer.end();
  }
}

function admit(outcome: PhaseOutcome, masker: Masker, stopped: boolean): PhaseOutcome {
  switch (outcome.kind) {
    case "result":
      return { kind: "result", value: masker.value(outcome.value) };
    case "yield":
      return { ...outcome, params: masker.value(outcome.params), meta: masker.value(outcome.meta) };
    case "error":
      return { ...outcome, error: admitError(toolsError(outcome.error, stopped), masker) };
  }
}

/**
 * A tool names its errors as it likes, but for the names that tell its run that no tool has failed: under one of those it could
 * fail for ever, or end its run as if somebody had denied it.
 */
function toolsError(error: CallError, stopped: boolean): CallError {
  if (isToolFailure(error) || (stopped && error.type === "cancelled")) return error;
  return { ...error, type: "failed", message: `${error.type}: ${error.message}` };
}

/** The longest kind and hint of an error, in characters. */
const LONGEST_TYPE = 200;
const LONGEST_HINT = 4_000;

/** An error with nothing in it that must not be stored, and as long as an event may have it. */
export function admitError(error: CallError, masker: Masker): CallError {
  const { type, message, hint, stack } = error;
  return {
    type: shorten(masker.text(type), LONGEST_TYPE),
    message: shorten(masker.text(message)),
    ...(hint === undefined ? {} : { hint: shorten(masker.text(hint), LONGEST_HINT) }),
    ...(stack === undefined ? {} : { stack: shorten(masker.text(stack)) }),
  };
}
