// What conditions are told of a call.

import type { CallState, RunOrigin } from "../state/run-state.ts";
import type { CallFacts } from "./condition.ts";

/** The facts of a call as it would run. */
export function factsOfCall(run: RunOrigin, call: CallState): CallFacts {
  return {
    tenant: run.tenant,
    tool: `${call.toolset}/${call.tool}`,
    arguments: call.arguments,
    agent: run.agent?.id ?? null,
    thread: run.thread,
    context: run.context ?? null,
    capabilities: call.traits.capabilities ?? [],
    requestedBy: run.requestedBy,
  };
}
