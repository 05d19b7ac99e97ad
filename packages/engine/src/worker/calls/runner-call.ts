// A call of the run's state as the runner is asked for it.

import type { RunnerCall } from "../../ports/runner.ts";
import type { CallState, RunOrigin } from "../../state/run-state.ts";

/** Which call a place, or a digest of settings, is wanted for. */
export function runnerCall(run: RunOrigin, runId: string, call: CallState): RunnerCall {
  const { callId, toolset, version, digest, tool } = call;
  const { tenant, thread, config, settings } = run;
  const asked = { tenant, runId, callId, threadId: thread, toolset, version, digest, tool, config, settings };
  const { timeoutSeconds } = call.traits;
  return {
    ...asked,
    timeoutSeconds,
    ...(run.agent === null ? {} : { agent: run.agent.definition }),
    ...(run.context === undefined ? {} : { context: run.context }),
  };
}
