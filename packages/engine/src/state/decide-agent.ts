// What an agent's run does next beside its calls: put its instructions together, ask the model, take in what it said, end.

import type { EventDraft } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import type { Json } from "../json/json.ts";
import type { FinishReason } from "../ports/models.ts";
import { exceededByAStep, exceededEvents } from "./budget.ts";
import type { Moment } from "./decide.ts";
import { isOutsideStep } from "./decide-script.ts";
import type { AskEffect, Effect } from "./effects.ts";
import { completeEvents, failEvents } from "./ending.ts";
import type { AgentState, CallState, ModelPhase, RunOrigin, RunState } from "./run-state.ts";

type Responded = Extract<ModelPhase, { at: "responded" }>;

/** What the agent does next; nothing while calls are open or the model is being asked. */
export function decideAgent(state: RunState, created: RunOrigin, agent: AgentState, moment: Moment): readonly Effect[] {
  if (agent.instructions === null) return [{ kind: "compose", key: "compose" }];
  const { model, step } = agent;
  switch (model.at) {
    case "requested":
      // A request of a lost worker may be asked, and billed, again; one response is recorded.
      return model.fence < moment.fence ? [ask(step, model.attempt + 1)] : [];
    case "failed":
      if (model.retryAt === null) return end(failEvents(state, model.error));
      return moment.now >= model.retryAt ? [ask(step, model.attempt + 1)] : [];
    case "responded":
      return responded(state, created, agent, model);
    case "idle":
      return next(state, created, agent);
  }
}

function ask(step: number, attempt: number): AskEffect {
  return { kind: "ask", key: `ask:${step}:${attempt}`, step, attempt };
}

function end(events: readonly EventDraft[]): readonly Effect[] {
  return [{ kind: "append", key: "end", events }];
}

/** The model has not been asked for what comes next: it is, once everything that it asked for has settled. */
function next(state: RunState, created: RunOrigin, agent: AgentState): readonly Effect[] {
  if (Object.values(state.calls).some((call) => call.phase.at !== "settled")) return [];
  if (created.script !== null) {
    const step = created.script[agent.scriptStep];
    if (step === undefined) return end(complete(state, created, agent, lastValue(state)));
    if (isOutsideStep(step)) return [];
  }
  const over = exceededByAStep(state, created);
  return over === null ? [ask(agent.step + 1, 1)] : end(exceededEvents(state, over));
}

function responded(state: RunState, created: RunOrigin, agent: AgentState, model: Responded): readonly Effect[] {
  const { text, calls, finishReason } = model;
  const cutShort = finishReason !== "stop" && finishReason !== "tool-calls";
  if (calls.length > 0) return [{ kind: "admit", key: `admit:${agent.step}`, step: agent.step, calls, cutShort }];
  if (cutShort && text.trim() === "") return end(failEvents(state, nothingSaid(finishReason)));
  const said: EventDraft = { type: "message.assistant", data: { text } };
  const goesOn = created.script !== null && agent.scriptStep < created.script.length;
  if (goesOn) return [{ kind: "append", key: `say:${agent.step}`, events: [said] }];
  const required = missing(created, agent);
  if (required !== null && !agent.reminded && created.script === null) {
    return [{ kind: "append", key: "remind", events: [reminder(required)] }];
  }
  return end([said, ...complete(state, created, agent, text)]);
}

function complete(state: RunState, created: RunOrigin, agent: AgentState, output: Json): readonly EventDraft[] {
  const required = missing(created, agent);
  if (required === null) return completeEvents(output);
  return failEvents(state, {
    type: "required_tool_not_called",
    message: `the run ended without a successful call of \`${required}\`, which its agent requires`,
    hint: "say in the instructions when to call it, or take limits.requireTool away",
  });
}

/** The required tool that was not called with success; null: there is none. */
function missing({ limits }: RunOrigin, { requirementMet }: AgentState): string | null {
  return requirementMet ? null : (limits.requireTool ?? null);
}

function reminder(required: string): EventDraft {
  const text = `You have not called \`${required}\` successfully yet. Call it before you finish.`;
  return { type: "message.user", data: { text, from: "haft" } };
}

function nothingSaid(finishReason: FinishReason): CallError {
  return {
    type: "response_cut_short",
    message: `the model's response ended before it said anything (${finishReason})`,
    hint: finishReason === "length" ? "raise maxOutputTokens of the model" : "ask it differently, or ask another model",
  };
}

/** The value of the last call of the step that is over. */
function lastValue({ calls }: RunState): Json {
  const last = Object.values(calls).reduce<CallState | null>(
    (latest, call) => (latest === null || call.ordinal > latest.ordinal ? call : latest),
    null,
  );
  return last?.phase.at === "settled" ? last.phase.value : null;
}
