// The events of one vote: the vote itself, and where it decides, the end of the wait.

import { sameJson } from "@haft/contract/validation";
import type { EventDraft } from "../events/event.ts";
import { requesters, wantsOriginal } from "../state/evolve-approval.ts";
import type { CallPhase, CallState, RunState } from "../state/run-state.ts";
import type { Person } from "../waits/may-answer.ts";
import type { Edited } from "./check-edit.ts";
import { tally, type Vote } from "./tally.ts";

/** What one person says. */
export interface Decision {
  readonly decision: "approved" | "denied";
  readonly reason: string | null;
  readonly resumeOriginal: boolean;
}

/** The vote on a call that people are asked about, as it is decided at its last sequence. */
export function voteEvents(
  { state, call, phase }: { state: RunState; call: CallState; phase: Extract<CallPhase, { at: "asked" }> },
  by: Person,
  { decision, reason, resumeOriginal }: Decision,
  edit: Edited | null = null,
): readonly EventDraft[] {
  const { callId } = call;
  const { waitId, digest, gate } = phase;
  const edited = edit === null || sameJson(edit.arguments, call.arguments) ? null : edit;
  const original = resumeOriginal ? { resumeOriginal } : {};
  const vote: Vote = { by: by.name, roles: by.roles, decision, reason, ...original };
  const votes = [...phase.votes, vote];
  const { have, need, standing } = tally(gate.rules, votes, requesters(state, call));
  const said = reason === null || reason === "" ? {} : { reason };
  const decided: EventDraft = {
    type: "approval.decided",
    data: {
      ...{ callId, waitId, decision, by: by.name, roles: by.roles, ...said },
      ...(edited === null ? {} : { arguments: edited.given }),
      digest,
      // Votes are on a digest: an edit makes another call, on which nobody has voted yet.
      counts: { have: edited === null ? have : 0, need },
      ...original,
    },
  };
  const end = edited !== null ? "edited" : { open: null, granted: "approved", denied: "denied" }[standing];
  if (end === null) return [decided];
  const payload = { decision: end, ...said };
  // Whoever said so: the last vote need not be theirs.
  const whatever = end === "approved" && wantsOriginal(votes) ? { resumeOriginal: true } : {};
  const data = { callId, waitId, kind: "approval", payload, by: by.name, ...whatever } as const;
  return [decided, { type: "wait.resolved", data }, ...repaired(callId, edited)];
}

/** Edited arguments are repaired as any others are, and the log says so. */
function repaired(callId: string, edited: Edited | null): readonly EventDraft[] {
  if (edited === null || edited.changes.length === 0) return [];
  const { changes, arguments: would } = edited;
  return [{ type: "arguments.repaired", data: { callId, changes, arguments: would } }];
}
