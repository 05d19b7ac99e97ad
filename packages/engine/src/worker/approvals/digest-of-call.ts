// The digest of a call of a run: what its approval is for.

import { callDigest } from "../../approvals/call-digest.ts";
import type { CallState, RunOrigin } from "../../state/run-state.ts";

/** Computed from the call as it is, the source that is about to run, and the settings that it would be granted. */
export function digestOfCall(
  { tenant }: RunOrigin,
  runId: string,
  call: CallState,
  { source, settings }: { readonly source: string; readonly settings: string },
): string {
  const { callId, toolset, tool } = call;
  return callDigest({
    tenant,
    run: runId,
    call: callId,
    tool: `${toolset}/${tool}`,
    source,
    settings,
    arguments: call.arguments,
  });
}
