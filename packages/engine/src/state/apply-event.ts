// What one event changes in a state that is being folded: each kind's own file does it, this one knows whose it is.

import { NOTES, type RunEvent } from "../events/event.ts";
import { advanceClock } from "./advance-clock.ts";
import { callOf, type Draft, setCall } from "./draft.ts";
import { admitted, evolveAgent, remember, scriptWentOn } from "./evolve-agent.ts";
import { evolveApproval } from "./evolve-approval.ts";
import { evolveCall } from "./evolve-call.ts";
import { judgeResult } from "./failures.ts";
import { inherit } from "./inherit.ts";
import { newAgent, originOf } from "./origin.ts";
import { countOpenTime, leaveOutLostTime } from "./wall-time.ts";

/** Takes one more event. */
export function applyEvent(draft: Draft, event: RunEvent): void {
  take(draft, event);
  if (draft.state.created?.sharedUpTo.includes(event.seq)) inherit(draft);
}

function take(draft: Draft, event: RunEvent): void {
  const { state } = draft;
  const at = Date.parse(event.at);
  const before = state.at;
  state.seq = event.seq;
  state.at = at;
  if (state.end !== null || NOTES.has(event.type)) return;
  if (state.created === null) {
    if (event.type !== "run.created") return;
    state.created = originOf(event.data);
    state.agent = newAgent(state.created);
    return;
  }
  if (event.type === "run.recovered") leaveOutLostTime(state, before);
  change(draft, event, at);
  countOpenTime(draft, event.type, at);
}

function change(draft: Draft, event: RunEvent, at: number): void {
  const { state } = draft;
  switch (event.type) {
    case "run.created":
    case "budget.exceeded":
    case "tool.log":
    case "tool.progress":
    case "tool.egress":
    case "tool.late_result":
      return;
    case "run.recovered":
      state.recoveries += 1;
      return;
    case "run.cancelling":
      state.cancelling ??= Object.freeze({ by: event.data.by, reason: event.data.reason ?? null });
      return;
    case "run.error":
      state.error = event.data.error;
      return;
    case "run.completed":
    case "run.failed":
    case "run.cancelled":
      state.end = Object.freeze({ type: event.type, at });
      return;
    case "artifact.written":
      state.recoveries = 0;
      return;
    case "clock.advanced":
      advanceClock(draft, event.data);
      return;
    case "instructions.composed":
    case "tools.discovered":
    case "message.user":
    case "message.assistant":
    case "model.requested":
    case "model.responded":
    case "model.failed":
      evolveAgent(draft, event);
      return;
    default:
      changeOfCall(draft, event, at);
      return;
  }
}

function changeOfCall(draft: Draft, event: Parameters<typeof evolveCall>[1], at: number): void {
  const before = callOf(draft, event.data.callId);
  const after = evolveApproval(draft.state, before, event, at) ?? evolveCall(before, event, at);
  if (event.type === "wait.resolved" || event.type === "approval.decided") scriptWentOn(draft, event.data.scriptStep);
  if (after === undefined || after === before) return;
  setCall(draft, after);
  if (event.type === "tool.result" || event.type === "tool.parked") draft.state.recoveries = 0;
  if (event.type === "tool.called") {
    admitted(draft, event.data.step, event.seq);
  } else if (event.type === "tool.result" && before !== undefined) {
    judgeResult(draft.state, before, event.data);
    remember(draft, event.seq);
  }
}
