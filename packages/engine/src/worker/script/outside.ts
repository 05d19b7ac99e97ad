// A step of a script that stands for the outside: performed by whoever holds the run, as a decision of the run's.

import { tally, type Vote } from "../../approvals/tally.ts";
import type { EventDraft } from "../../events/event.ts";
import type { CallError } from "../../events/payloads.ts";
import type { JsonObject } from "../../json/json.ts";
import type { WaitRow } from "../../ports/store-rows.ts";
import { admitArguments } from "../../repair/admit-arguments.ts";
import type { Masker } from "../../secrets/masker.ts";
import type { ScriptEffect } from "../../state/effects.ts";
import { requesters } from "../../state/evolve-approval.ts";
import type { CallState, RunState } from "../../state/run-state.ts";
import { checkAnswer } from "../../waits/check-answer.ts";
import type { ToolShelf } from "../model/tool-shelf.ts";

/** In whose name a script acts. */
const BY = "script";

/** What a script acts with. */
export interface Outside {
  readonly masker: Masker;
  /** As the model, whose place the script takes, was shown them. */
  readonly tools: ToolShelf;
}

/** The events of the step. `wait` is the one that it is for; null for the clock. */
export function outsideDrafts(
  state: RunState,
  effect: ScriptEffect,
  wait: WaitRow | null,
  { masker, tools }: Outside,
): readonly EventDraft[] {
  const { step, index: scriptStep, waitId } = effect;
  if (step.type === "advance") return [{ type: "clock.advanced", data: { seconds: step.seconds, scriptStep } }];
  const call = Object.values(state.calls).find(({ phase }) => waitIdOf(phase) === waitId);
  if (call === undefined || waitId === null) return [];
  const { callId } = call;
  switch (step.type) {
    case "answer": {
      const response = masker.value(step.response);
      const fault = wait === null ? null : misfit(wait, response);
      if (fault !== null) return failing(fault);
      const payload = { response, answered_by: BY };
      return [{ type: "wait.resolved", data: { callId, waitId, kind: "answer", payload, by: BY, scriptStep } }];
    }
    case "signal": {
      const payload = { payload: masker.value(step.payload) };
      return [{ type: "wait.resolved", data: { callId, waitId, kind: "signal", payload, by: BY, scriptStep } }];
    }
    case "approve":
    case "deny":
      return vote(state, call, { waitId, scriptStep, step, masker, tools });
  }
}

type VoteStep = Extract<ScriptEffect["step"], { type: "approve" | "deny" }>;

interface Voting extends Outside {
  readonly waitId: string;
  readonly scriptStep: number;
  readonly step: VoteStep;
}

/** A script stands for everybody who is asked: it casts as many votes as are needed, and ends the wait. */
function vote(state: RunState, call: CallState, voting: Voting): readonly EventDraft[] {
  const { waitId, scriptStep, step, masker, tools } = voting;
  const { callId, phase } = call;
  if (phase.at !== "asked") return [];
  const { digest, gate } = phase;
  const asking = requesters(state, call);
  const roles = [...new Set(gate.rules.flatMap((rule) => rule.approvers ?? []))];
  const reason = step.reason === undefined ? {} : { reason: masker.text(step.reason) };
  const decision = step.type === "deny" ? "denied" : "approved";
  const decided = (by: string, votes: readonly Vote[], edited: JsonObject | null): EventDraft => {
    const { have, need } = tally(gate.rules, votes, asking);
    const counts = { have: edited === null ? have : 0, need };
    const given = edited === null ? {} : { arguments: edited };
    const data = { callId, waitId, decision, by, roles, ...reason, ...given, digest, counts, scriptStep } as const;
    return { type: "approval.decided", data };
  };
  const resolved = (end: string): EventDraft => ({
    type: "wait.resolved",
    data: { callId, waitId, kind: "approval", payload: { decision: end, ...reason }, by: BY, scriptStep },
  });
  if (step.type === "deny") return [decided(BY, phase.votes, null), resolved("denied")];
  if (step.arguments !== undefined) {
    const bound = state.agent === null ? undefined : tools.find(state.agent, call);
    const given = masker.value(step.arguments);
    const admitted = bound === undefined ? null : admitArguments(bound.descriptor, call.traits, given);
    if (admitted !== null && !admitted.ok) return failing({ type: "invalid_arguments", message: admitted.message });
    return [decided(BY, phase.votes, admitted === null ? given : admitted.arguments), resolved("edited")];
  }
  const votes: Vote[] = [...phase.votes];
  const drafts: EventDraft[] = [];
  for (let n = 1; tally(gate.rules, votes, asking).standing === "open"; n++) {
    const by = n === 1 ? BY : `${BY} ${n}`;
    votes.push({ by, roles, decision: "approved", reason: step.reason ?? null });
    if (!asking.includes(by)) drafts.push(decided(by, votes, null));
  }
  return [...drafts, resolved("approved")];
}

function failing(error: CallError): readonly EventDraft[] {
  return [{ type: "run.error", data: { error } }];
}

function waitIdOf(phase: CallState["phase"]): string | null {
  if (phase.at === "parked") return phase.wait.waitId;
  return phase.at === "asked" ? phase.waitId : null;
}

/** Why a script's answer does not fit its question; null: it does. */
function misfit(wait: WaitRow, response: Parameters<typeof checkAnswer>[1]): CallError | null {
  const checked = checkAnswer(wait, response);
  if (checked.ok) return null;
  const { message, hint } = checked;
  return hint === undefined ? { type: "invalid_answer", message } : { type: "invalid_answer", message, hint };
}
