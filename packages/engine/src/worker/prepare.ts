// Taking a place for a phase of a call: tried again where it may be different in a moment, and refused where the source
// is not the one that parked the call (I6).

import type { CallError } from "../events/payloads.ts";
import type { Preparation, RunnerCall } from "../ports/runner.ts";
import type { CallState, EndedWait, RunOrigin } from "../state/run-state.ts";
import { runnerCall } from "./runner-call.ts";
import type { Services } from "./services.ts";

/** A place, the call's own error, or an error that ends the run because no sandbox can be had. */
export type Place =
  | Exclude<Preparation, { kind: "retry" }>
  | { readonly kind: "unavailable"; readonly error: CallError };

/** Takes a place. Never rejects, but for an abort. */
export async function preparePlace(
  services: Services,
  run: RunOrigin,
  runId: string,
  call: CallState,
  wait: EndedWait | null,
  signal: AbortSignal,
): Promise<Place> {
  const asked = runnerCall(run, runId, call);
  if (wait !== null) {
    const changed = await sourceChanged(services, asked, call, wait);
    if (changed !== null) return { kind: "failed", error: changed };
  }
  for (const pause of [...services.settings.retriesMs, null]) {
    const preparation = await services.runner.prepare(asked, signal);
    if (preparation.kind !== "retry") return preparation;
    if (pause === null || signal.aborted) return { kind: "unavailable", error: preparation.error };
    await delay(services, pause, signal);
  }
  throw new Error("the last try ends the loop");
}

async function sourceChanged(
  { sources }: Services,
  asked: RunnerCall,
  call: CallState,
  wait: EndedWait,
): Promise<CallError | null> {
  if (wait.resumeOriginal || call.traits.onSourceChange === "resume-original") return null;
  const current = await sources.current(asked);
  if (current !== null && current.digest === call.digest) return null;
  const id = `${call.toolset}/${call.tool}`;
  const now = current === null ? "it is gone" : `it is version ${current.version} (${short(current.digest)})`;
  return {
    type: "source_changed",
    message: `the source of \`${id}\` has changed while the call waited: it parked with version ${call.version} (${short(call.digest)}), now ${now}`,
    hint: "call it again; next time, to go on with the source that asked, answer with --resume-original",
  };
}

function short(digest: string): string {
  return digest.slice(0, 12);
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
