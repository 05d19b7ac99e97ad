// What an agent is: kept in `run.created` as it was at the start of the run.

import type { CallError, RunLimits } from "../events/payloads.ts";

/** The tools of one toolset that an agent may call; absent `tools`: all. */
export interface AgentTools {
  readonly toolset: string;
  readonly tools?: readonly string[];
  /** A version to stay with; absent: the current one. */
  readonly version?: string;
  /** Another name for the model, by tool. */
  readonly as?: Readonly<Record<string, string>>;
}

/** A text that is listed to the model by name and description, and given whole by `load_skill`. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly text: string;
}

/** One agent. */
export interface AgentDefinition {
  readonly id: string;
  readonly instructions: string;
  /** An id, or a role: `default`, `small`, `deep`. */
  readonly model: string;
  readonly tools: readonly AgentTools[];
  readonly skills?: readonly Skill[];
  /** Whether a new message in a thread cancels open approvals. Default false. */
  readonly supersede?: boolean;
  readonly limits?: RunLimits;
}

/** What a run is refused with, before it starts, where no model is set. */
export const NO_MODEL: CallError = Object.freeze({
  type: "no_model",
  message: "no model is set for this agent",
  hint: "set one: haft model set default --provider openai --name NAME, or HAFT_MODEL=provider/name with the provider's key variable",
});
