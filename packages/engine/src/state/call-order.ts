// Which calls of one model message may start now: in the order in which the model asked for them, as far as their effects
// could depend on it.

import type { CallState } from "./run-state.ts";

/** Calls of one run that run at once. */
export const MAX_AT_ONCE = 8;

/**
 * Of calls in their order: those whose gates let them through and whose turn it is. The others wait for earlier ones to
 * settle (parked is not settled): one that only reads for those that do not. Resumes take their places first.
 */
export function startable(calls: readonly CallState[]): ReadonlySet<string> {
  // What a lost worker had begun has its place until it has settled, or is begun again.
  let free = MAX_AT_ONCE - calls.filter(({ phase }) => phase.at === "begun" || phase.at === "woken").length;
  const turns = new Set<string>();
  let open = false;
  let openWriter = false;
  for (const call of calls) {
    const { parallel, readOnly } = call.traits;
    const turn = parallel === true || !(readOnly ? openWriter : open);
    if (turn && free > 0 && isLetThrough(call)) {
      turns.add(call.callId);
      free -= 1;
    }
    if (call.phase.at === "settled" || parallel === true) continue;
    open = true;
    openWriter ||= !readOnly;
  }
  return turns;
}

function isLetThrough({ phase }: CallState): boolean {
  return phase.at === "approved" || (phase.at === "gated" && phase.verdict === "run");
}
