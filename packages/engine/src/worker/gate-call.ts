// Whether a call may run: what is asked in the executor, for each call, and written down as an event.

import { callDigest } from "../approvals/call-digest.ts";
import type { EventDraft } from "../events/event.ts";
import type { Runner } from "../ports/runner.ts";
import type { CallState, RunOrigin } from "../state/run-state.ts";
import { runnerCall } from "./runner-call.ts";

/** The verdict on a call. I5: nobody can be asked yet, and what was not approved does not run. */
export function gateCall(runner: Runner, run: RunOrigin, runId: string, call: CallState): EventDraft {
  const { callId, tool, toolset, traits } = call;
  const digest = callDigest({
    tenant: run.tenant,
    run: runId,
    call: callId,
    tool: `${toolset}/${tool}`,
    source: call.digest,
    settings: runner.settingsDigest(runnerCall(run, runId, call)),
    arguments: call.arguments,
  });
  const gate = { callId, policies: [], policyRevision: 0, digest };
  if (traits.requiresApproval !== true) return { type: "call.gated", data: { ...gate, verdict: "run" } };
  const reason = `\`${tool}\` runs only with a person's approval, and this Haft cannot ask for one yet`;
  return { type: "call.gated", data: { ...gate, verdict: "deny", reason } };
}
