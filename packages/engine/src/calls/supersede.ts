// A new message takes the place of what its thread still asks approval for, where its agent says so.

import type { Services } from "../worker/services.ts";

/** The most waits of one run that are looked at. */
const MOST_WAITS = 1_000;

/** A thread's newest runs, among which are all that have not ended: the one whose turn it is, and a hundred queued. */
const MOST_OPEN = 110;

/** Cancels the open approvals of the thread's other runs: their calls do not run. Those decided meanwhile stay decided. */
export async function supersedeApprovals(
  { store }: Pick<Services, "store">,
  tenant: string,
  { threadId, runId, by }: { readonly threadId: string; readonly runId: string; readonly by: string },
): Promise<void> {
  const payload = { cancelled: true, reason: "superseded by a new message", by };
  for (const run of await store.runs(tenant, { threadId, limit: MOST_OPEN })) {
    if (run.runId === runId || run.endedAt !== null || run.openWaits.length === 0) continue;
    for (const { waitId } of await store.waits(tenant, {
      open: true,
      kind: "approval",
      runId: run.runId,
      limit: MOST_WAITS,
    }))
      await store.endWait({ tenant, waitId, end: "cancelled", payload, by, resumeOriginal: false });
  }
}
