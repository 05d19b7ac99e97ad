// Cancelling a run whose log cannot be folded (an event was damaged, or a blob is gone): what is open of it is told by its
// rows, so that it ends like any other, frees its thread, and can be removed.

import type { EventDraft } from "../events/event.ts";
import type { CallError } from "../events/payloads.ts";
import { storedEvents } from "../log/read-log.ts";
import type { CallRow, RunRow, WaitRow } from "../ports/store-rows.ts";
import { cancelWait, outcomeUnknown } from "../state/ending.ts";
import type { Services } from "../worker/services.ts";

/** More are not open of one run: a model message has fewer calls. */
const MOST_WAITS = 10_000;

/** The events of a cancellation, for a run that somebody holds and for one that nobody does. */
export interface CancelDrafts {
  readonly ifHeld: readonly EventDraft[];
  readonly ifFree: readonly EventDraft[];
}

/** The events, as the rows of the run have it at its last sequence. */
export async function cancelByRows(
  { store }: Pick<Services, "store">,
  { tenant, runId }: RunRow,
  by: string,
  reason: string | undefined,
): Promise<CancelDrafts> {
  const [waits, calls, isTold] = await Promise.all([
    store.waits(tenant, { open: true, runId, limit: MOST_WAITS }),
    store.openCalls(tenant, runId),
    isCancelling(store, tenant, runId),
  ]);
  const said = reason === undefined ? { by } : { by, reason };
  const told: readonly EventDraft[] = isTold ? [] : [{ type: "run.cancelling", data: said }];
  const ifHeld = [...told, ...waits.map((wait) => waitCancelled(wait, reason, by))];
  const results = calls.map((call) => settled(call, reason, by));
  return { ifHeld, ifFree: [...ifHeld, ...results, { type: "run.cancelled", data: said }] };
}

/** Whether its cancelling is in the log already, which may be long: it is read page by page. */
async function isCancelling(store: Services["store"], tenant: string, runId: string): Promise<boolean> {
  for await (const { type } of storedEvents(store, tenant, runId)) if (type === "run.cancelling") return true;
  return false;
}

function waitCancelled({ callId, waitId, kind }: WaitRow, reason: string | undefined, by: string): EventDraft {
  return cancelWait(callId, { waitId, kind }, reason ?? "the run was cancelled", by);
}

function settled({ callId, status, tool }: CallRow, reason: string | undefined, by: string): EventDraft {
  const message = reason === undefined ? `cancelled by ${by}` : `cancelled by ${by}: ${reason}`;
  const error: CallError = status === "running" ? outcomeUnknown({ tool }) : { type: "cancelled", message };
  return { type: "tool.result", data: { callId, ok: false, error, durationMs: 0 } };
}
