// A step of a script that stands for the outside: performed by whoever holds the run, as a decision of the run's. It acts as
// whoever asked for the run, and may what they may; only where a whole store is a rehearsal's it stands for everybody.

import { alreadyBegun, type Edited } from "../../approvals/check-edit.ts";
import { requireApprover } from "../../approvals/may-decide.ts";
import { tally, type Vote } from "../../approvals/tally.ts";
import { voteEvents } from "../../approvals/vote-events.ts";
import { type NextVote, votedBefore } from "../../approvals/voted-before.ts";
import type { EventDraft } from "../../events/event.ts";
import type { CallError } from "../../events/payloads.ts";
import type { JsonObject } from "../../json/json.ts";
import type { WaitRow } from "../../ports/store-rows.ts";
import { EngineError } from "../../refusals/engine-error.ts";
import { notAllowed } from "../../refusals/wait-refusals.ts";
import { admitArguments } from "../../repair/admit-arguments.ts";
import type { Masker } from "../../secrets/masker.ts";
import type { ScriptEffect } from "../../state/effects.ts";
import { requesters } from "../../state/evolve-approval.ts";
import type { CallState, RunState } from "../../state/run-state.ts";
import { checkAnswer } from "../../waits/check-answer.ts";
import { mayAnswer, type Person } from "../../waits/may-answer.ts";
import type { ToolShelf } from "../model/tool-shelf.ts";

/** In whose name a script acts that stands for everybody. */
const EVERYBODY = "script";

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
  const person = actsAs(state);
  const by = person?.name ?? EVERYBODY;
  switch (step.type) {
    case "answer": {
      const to = wait?.to ?? null;
      if (person !== null && !mayAnswer(to, person)) return failing(notAllowed(waitId, to ?? [], person));
      const response = masker.value(step.response);
      const fault = wait === null ? null : misfit(wait, response);
      if (fault !== null) return failing(fault);
      const payload = { response, answered_by: by };
      return [{ type: "wait.resolved", data: { callId, waitId, kind: "answer", payload, by, scriptStep } }];
    }
    case "signal": {
      const payload = { payload: masker.value(step.payload) };
      return [{ type: "wait.resolved", data: { callId, waitId, kind: "signal", payload, by, scriptStep } }];
    }
    case "approve":
    case "deny": {
      const voting = { waitId, scriptStep, step, masker, tools };
      return person === null ? votesOfAll(state, call, voting) : oneVote(state, call, person, voting);
    }
  }
}

type VoteStep = Extract<ScriptEffect["step"], { type: "approve" | "deny" }>;

interface Voting extends Outside {
  readonly waitId: string;
  readonly scriptStep: number;
  readonly step: VoteStep;
}

/** Whoever asked for the run; null: the script stands for everybody. */
function actsAs({ created }: RunState): Person | null {
  if (created === null || created.standsForAll) return null;
  return { name: created.requestedBy, roles: created.requestedByRoles };
}

/** The vote of whoever asked for the run, as if they had cast it: others may be needed beside it. */
function oneVote(state: RunState, call: CallState, person: Person, voting: Voting): readonly EventDraft[] {
  const { waitId, scriptStep, step, masker } = voting;
  const { phase } = call;
  if (phase.at !== "asked") return [];
  const decision = step.type === "deny" ? "denied" : "approved";
  const edited = editOf(state, call, voting);
  if (edited !== null && !edited.ok) return failing(edited.error);
  try {
    requireApprover(waitId, phase.gate.rules, person, requesters(state, call));
    requireFirstVote(waitId, phase.votes, person, { decision, resumeOriginal: false, edits: edited !== null });
  } catch (error) {
    if (error instanceof EngineError) return failing(error);
    throw error;
  }
  const reason = step.reason === undefined ? null : masker.text(step.reason);
  const said = { decision, reason, resumeOriginal: false } as const;
  const drafts = voteEvents({ state, call, phase }, person, said, edited?.edited ?? null);
  return drafts.map((draft) => ofStep(draft, scriptStep));
}

function ofStep(draft: EventDraft, scriptStep: number): EventDraft {
  if (draft.type === "approval.decided") return { type: draft.type, data: { ...draft.data, scriptStep } };
  if (draft.type === "wait.resolved") return { type: draft.type, data: { ...draft.data, scriptStep } };
  return draft;
}

/** Saying the same twice is no step of a script: it would go on as if somebody else had voted. */
function requireFirstVote(waitId: string, votes: readonly Vote[], person: Person, next: NextVote): void {
  if (votedBefore(waitId, votes, person, next) === "new") return;
  const message = `${person.name} has ${next.decision} ${waitId} already, and each person counts once`;
  throw new EngineError("already_voted", message, "leave the step out; others vote with haft approve --as NAME");
}

type EditOf = { readonly ok: true; readonly edited: Edited } | { readonly ok: false; readonly error: CallError };

/** The arguments that the step gives in place of the call's; null: it gives none. */
function editOf(state: RunState, call: CallState, { step, masker, tools }: Voting): EditOf | null {
  if (step.type !== "approve" || step.arguments === undefined) return null;
  if (call.goesOn !== null) return { ok: false, error: errorOf(alreadyBegun(call)) };
  const given = masker.value(step.arguments);
  const bound = state.agent === null ? undefined : tools.find(state.agent, call);
  if (bound === undefined) return { ok: true, edited: { given, arguments: given, changes: [] } };
  const admitted = admitArguments(bound.descriptor, call.traits, given);
  if (!admitted.ok) return { ok: false, error: { type: "invalid_arguments", message: admitted.message } };
  return { ok: true, edited: { given, arguments: admitted.arguments, changes: admitted.changes } };
}

/** A script that stands for everybody casts as many votes as are needed, and ends the wait. */
function votesOfAll(state: RunState, call: CallState, voting: Voting): readonly EventDraft[] {
  const { waitId, scriptStep, step, masker } = voting;
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
    data: { callId, waitId, kind: "approval", payload: { decision: end, ...reason }, by: EVERYBODY, scriptStep },
  });
  if (step.type === "deny") return [decided(EVERYBODY, phase.votes, null), resolved("denied")];
  const edited = editOf(state, call, voting);
  if (edited !== null && !edited.ok) return failing(edited.error);
  if (edited !== null) return [decided(EVERYBODY, phase.votes, edited.edited.arguments), resolved("edited")];
  const votes: Vote[] = [...phase.votes];
  const drafts: EventDraft[] = [];
  for (let n = 1; tally(gate.rules, votes, asking).standing === "open"; n++) {
    const by = n === 1 ? EVERYBODY : `${EVERYBODY} ${n}`;
    votes.push({ by, roles, decision: "approved", reason: step.reason ?? null });
    if (!asking.includes(by)) drafts.push(decided(by, votes, null));
  }
  return [...drafts, resolved("approved")];
}

function failing(error: CallError | EngineError): readonly EventDraft[] {
  return [{ type: "run.error", data: { error: error instanceof EngineError ? errorOf(error) : error } }];
}

function errorOf({ code, message, hint }: EngineError): CallError {
  return hint === undefined ? { type: code, message } : { type: code, message, hint };
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
