// What a run begins with: what it was created with, with the limits that hold where none were set.

import type { EventOf } from "../events/event.ts";
import type { AgentState, RunOrigin } from "./run-state.ts";
import { NO_SEQUENCES } from "./sequences.ts";

const DEFAULTS = { resumes: 10_000, events: 1_000_000, maxSteps: 20, toolFailures: 2 } as const;

/** The origin that `run.created` tells. */
export function originOf(data: EventOf<"run.created">["data"]): RunOrigin {
  const script = data.script ?? null;
  // The first failure ends a scripted run.
  const limits = { ...DEFAULTS, ...data.limits, ...(script === null ? {} : { toolFailures: 0 }) };
  return Object.freeze({
    kind: data.kind,
    tenant: data.tenant,
    thread: data.thread,
    ...(data.context === undefined ? {} : { context: data.context }),
    config: data.config ?? {},
    settings: data.settings ?? {},
    agent: data.kind === "agent" ? Object.freeze({ id: data.agent ?? "", definition: data.definition ?? {} }) : null,
    script,
    limits: Object.freeze(limits),
    requestedBy: data.requestedBy,
    requestedByRoles: Object.freeze([...(data.requestedByRoles ?? [])]),
    standsForAll: data.standsForAll === true,
    sharedUpTo: Object.freeze([...(data.rerunOf?.shared ?? [])]),
  });
}

/** An agent that has not begun; null in a run of kind `call`. */
export function newAgent(origin: RunOrigin): AgentState | null {
  if (origin.kind !== "agent") return null;
  return Object.freeze({
    transcript: NO_SEQUENCES,
    instructions: null,
    tools: null,
    step: 0,
    model: Object.freeze({ at: "idle" }),
    tokens: 0,
    scriptStep: 0,
    reminded: false,
    requirementMet: false,
    alike: null,
  });
}
