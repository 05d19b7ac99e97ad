// Taking a place for a phase of a call: tried again where it may be different in a moment.

import type { CallError } from "../../events/payloads.ts";
import type { Preparation } from "../../ports/runner.ts";
import type { BeginEffect } from "../../state/effects.ts";
import type { CallState, RunOrigin } from "../../state/run-state.ts";
import type { Services } from "../services.ts";
import { runnerCall } from "./runner-call.ts";
import { sourceChanged } from "./source-check.ts";

/** A place, the call's own error, or an error that ends the run because no sandbox can be had. */
export type Place =
  | Exclude<Preparation, { kind: "retry" }>
  | { readonly kind: "unavailable"; readonly error: CallError };

/** Takes a place. */
export async function preparePlace(
  services: Services,
  run: RunOrigin,
  runId: string,
  call: CallState,
  effect: BeginEffect,
  signal: AbortSignal,
): Promise<Place> {
  const asked = runnerCall(run, runId, call);
  const changed = await sourceChanged(services, asked, call, effect);
  if (changed !== null) return { kind: "failed", error: changed };
  for (const pause of [...services.settings.retriesMs, null]) {
    const preparation = await services.runner.prepare(asked, signal);
    if (preparation.kind !== "retry") return preparation;
    if (pause === null || signal.aborted) return { kind: "unavailable", error: preparation.error };
    await delay(services, pause, signal);
  }
  throw new Error("the last try ends the loop");
}

/** Gives a place back to which no call was sent. */
export function release(place: Place): void {
  if (place.kind === "prepared") place.place.release();
}

function delay({ clock }: Services, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      forget();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const forget = clock.after(milliseconds, done);
    signal.addEventListener("abort", done);
  });
}
