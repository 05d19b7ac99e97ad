// Asking people for their approval of a call: the request, and where its arguments were edited, the editor's vote as the
// first one on the call as it is now.

import { counts, tally } from "../../approvals/tally.ts";
import type { EventDraft } from "../../events/event.ts";
import type { Moment } from "../../state/decide.ts";
import { requesters, usableUntil, wantsOriginal } from "../../state/evolve-approval.ts";
import type { CallState, RunState } from "../../state/run-state.ts";

/** The events that ask. The call was gated with `ask`. */
export function requestDrafts(
  state: RunState,
  call: CallState,
  waitId: string,
  { now }: Moment,
): readonly EventDraft[] {
  const { phase } = call;
  if (phase.at !== "gated" || phase.verdict !== "ask" || phase.gate.digest === null) return [];
  const { rules, reason, digest } = phase.gate;
  const requested: EventDraft = {
    type: "approval.requested",
    data: {
      callId: call.callId,
      waitId,
      ...(reason === null ? {} : { reason }),
      arguments: call.arguments,
      digest,
      expiresAt: new Date(usableUntil(rules, now)).toISOString(),
      rules,
      version: call.version,
    },
  };
  return [requested, ...editorsVote(state, call, { waitId, digest })];
}

/** What whoever edited the arguments thinks of them is known; it may be all that is needed. */
function editorsVote(
  state: RunState,
  call: CallState,
  { waitId, digest }: { readonly waitId: string; readonly digest: string },
): readonly EventDraft[] {
  const { callId, edit, phase } = call;
  if (edit === null || phase.at !== "gated") return [];
  const { rules } = phase.gate;
  const asking = requesters(state, call);
  if (!rules.some((rule) => counts(rule, edit, asking))) return [];
  const { have, need, standing } = tally(rules, [edit], asking);
  const { by, roles, reason } = edit;
  const said = reason === null ? {} : { reason };
  // What they said of the source goes with their vote.
  const original = wantsOriginal([edit]) ? { resumeOriginal: true } : {};
  const vote: EventDraft = {
    type: "approval.decided",
    data: { callId, waitId, decision: "approved", by, roles, ...said, digest, counts: { have, need }, ...original },
  };
  if (standing !== "granted") return [vote];
  const payload = { decision: "approved", ...said };
  return [vote, { type: "wait.resolved", data: { callId, waitId, kind: "approval", payload, by, ...original } }];
}
