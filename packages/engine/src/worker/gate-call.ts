// Whether a call may run: what is asked in the executor, for each call, and written down as an event.

import type { EventDraft } from "../events/event.ts";
import type { CallState } from "../state/run-state.ts";

/** The verdict on a call. I5: nobody can be asked yet, and what was not approved does not run. */
export function gateCall({ callId, tool, traits }: CallState): EventDraft {
  const gate = { callId, policies: [], policyRevision: 0 };
  if (traits.requiresApproval !== true) return { type: "call.gated", data: { ...gate, verdict: "run" } };
  const reason = `\`${tool}\` runs only with a person's approval, and this Haft cannot ask for one yet`;
  return { type: "call.gated", data: { ...gate, verdict: "deny", reason } };
}
