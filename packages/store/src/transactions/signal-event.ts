// The event by which a signal ends a wait.

import type { EventDraft, Json } from "@haft/engine/ports";

/** What the tool that waited is resumed with is `{ payload }`. */
export function signalResolves(
  wait: { readonly callId: string; readonly waitId: string },
  payload: Json,
  by: string,
): EventDraft {
  const { callId, waitId } = wait;
  return { type: "wait.resolved", data: { callId, waitId, kind: "signal", payload: { payload }, by } };
}
