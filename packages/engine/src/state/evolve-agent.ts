// How an agent's part of a run changes: instructions, tools, messages, the model's requests and responses, its script.

import type { EventOf } from "../events/event.ts";
import { type Draft, dropSettled } from "./draft.ts";
import type { AgentState, ModelPhase } from "./run-state.ts";
import { withSequence } from "./sequences.ts";

type AgentEventType =
  | "instructions.composed"
  | "tools.discovered"
  | "message.user"
  | "message.assistant"
  | "model.requested"
  | "model.responded"
  | "model.failed";

/** The events that change an agent's part. */
export type AgentEvent = { readonly [T in AgentEventType]: EventOf<T> }[AgentEventType];

const IDLE: ModelPhase = Object.freeze({ at: "idle" });

/** Takes one more event; means nothing in a run of kind `call`. */
export function evolveAgent(draft: Draft, event: AgentEvent): void {
  const { agent } = draft.state;
  if (agent === null) return;
  switch (event.type) {
    case "instructions.composed":
      set(draft, { instructions: agent.instructions ?? event.seq });
      return;
    case "tools.discovered":
      set(draft, { tools: Object.freeze({ seq: event.seq, digest: event.data.digest }) });
      return;
    case "message.user":
      said(draft, agent, event);
      return;
    case "message.assistant":
      // The last word is said once the run has ended; in the middle of a script the next step follows.
      if (agent.model.at === "responded" && hasMoreSteps(draft, agent)) set(draft, { model: IDLE });
      return;
    case "model.requested":
      requested(draft, agent, event.data);
      return;
    case "model.responded":
      responded(draft, agent, event);
      return;
    case "model.failed":
      failed(draft, agent, event.data);
      return;
  }
}

/** A call of the last response was written: the model has had its say, and its calls go on. */
export function admitted(draft: Draft, step: number | undefined, seq: number): void {
  const { agent } = draft.state;
  if (agent === null) return;
  remember(draft, seq);
  if (agent.model.at === "responded" && step === agent.step) set(draft, { model: IDLE });
}

/** The event of this sequence is part of the conversation. */
export function remember(draft: Draft, seq: number): void {
  const { agent } = draft.state;
  if (agent !== null) set(draft, { transcript: withSequence(agent.transcript, seq) });
}

/** A step of the script was played. */
export function scriptWentOn(draft: Draft, step: number | undefined): void {
  const { agent } = draft.state;
  if (agent === null || step === undefined || step < agent.scriptStep) return;
  set(draft, { scriptStep: step + 1 });
}

function hasMoreSteps({ state }: Draft, { scriptStep }: AgentState): boolean {
  return scriptStep < (state.created?.script?.length ?? 0);
}

function set(draft: Draft, changes: Partial<AgentState>): void {
  const { agent } = draft.state;
  if (agent !== null) draft.state.agent = Object.freeze({ ...agent, ...changes });
}

function said(draft: Draft, agent: AgentState, { data, seq }: EventOf<"message.user">): void {
  remember(draft, seq);
  if (data.from === "haft" && agent.model.at === "responded") set(draft, { model: IDLE, reminded: true });
}

function requested(draft: Draft, agent: AgentState, data: EventOf<"model.requested">["data"]): void {
  const { model, step } = agent;
  const { attempt, fence } = data;
  const next = model.at === "idle" && data.step === step + 1;
  const again =
    data.step === step &&
    ((model.at === "failed" && attempt > model.attempt) || (model.at === "requested" && fence > model.fence));
  if (!next && !again) return;
  if (next) dropSettled(draft);
  set(draft, { step: data.step, model: Object.freeze({ at: "requested", attempt, fence }) });
}

function responded(draft: Draft, agent: AgentState, { data, seq }: EventOf<"model.responded">): void {
  if (!isOpen(agent, data)) return;
  remember(draft, seq);
  const { text, calls, finishReason, usage } = data;
  set(draft, {
    model: Object.freeze({ at: "responded", text, calls, finishReason }),
    tokens: agent.tokens + usage.inputTokens + usage.outputTokens,
  });
  draft.state.recoveries = 0;
  if (draft.state.created?.script !== null) scriptWentOn(draft, agent.scriptStep);
}

function failed(draft: Draft, agent: AgentState, data: EventOf<"model.failed">["data"]): void {
  if (!isOpen(agent, data)) return;
  const retryAt = data.retryAt === undefined ? Number.NaN : Date.parse(data.retryAt);
  const again = data.retryable && !Number.isNaN(retryAt) ? retryAt : null;
  const { attempt, error } = data;
  set(draft, { model: Object.freeze({ at: "failed", attempt, error, retryAt: again }) });
  draft.state.recoveries = 0;
}

/** Whether an outcome is that of the request that is open. */
function isOpen({ model, step }: AgentState, data: { readonly step: number; readonly attempt: number }): boolean {
  return model.at === "requested" && data.step === step && data.attempt === model.attempt;
}
