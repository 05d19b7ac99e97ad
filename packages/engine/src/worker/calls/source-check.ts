// Whether the source is still the one that a call waited with (I6): a call that did not wait runs what the model was shown.

import type { CallError } from "../../events/payloads.ts";
import type { RunnerCall } from "../../ports/runner.ts";
import type { BeginEffect } from "../../state/effects.ts";
import type { CallState } from "../../state/run-state.ts";
import type { Services } from "../services.ts";

/** Why the call does not go on; null: its source is what it was, or whoever may say so has said that it does not matter. */
export async function sourceChanged(
  { sources }: Pick<Services, "sources">,
  asked: RunnerCall,
  call: CallState,
  { wait, grant, attempt }: Pick<BeginEffect, "wait" | "grant" | "attempt">,
): Promise<CallError | null> {
  // Whether it has waited is the call's own: that its grant is gone, because nothing asks for one any more, changes nothing.
  // Further attempts of what has begun run what has begun.
  const waited = wait !== null || (call.waited && attempt === 1);
  // Where nobody need agree to edited arguments, whoever edited them has the last word of the source as well.
  const said = grant === null ? call.edit : grant;
  const original = wait?.resumeOriginal === true || said?.resumeOriginal === true;
  if (!waited || original || call.traits.onSourceChange === "resume-original") return null;
  const current = await sources.current(asked);
  if (current !== null && current.digest === call.digest) return null;
  const id = `${call.toolset}/${call.tool}`;
  const now = current === null ? "it is gone" : `it is version ${current.version} (${short(current.digest)})`;
  const [since, again] =
    wait === null
      ? ["it was asked for with", "run what was approved, approve with --resume-original"]
      : ["it parked with", "go on with the source that asked, answer with --resume-original"];
  return {
    type: "source_changed",
    message: `the source of \`${id}\` has changed while the call waited: ${since} version ${call.version} (${short(call.digest)}), now ${now}`,
    hint: `call it again; next time, to ${again}`,
  };
}

function short(digest: string): string {
  return digest.slice(0, 12);
}
