// The rows of calls, waits, artifacts and blobs as they follow from events: used when events are written, and again when
// the rows are rebuilt from the log.

import type { EventDraft } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import { nameBlob, writeArtifact } from "./artifacts.ts";
import { callBegan, callMade, callParked, callSettled } from "./calls.ts";
import { endWait, openWait } from "./waits.ts";

/** Where an event stands. */
export interface EventPlace {
  readonly tenant: string;
  readonly runId: string;
  readonly threadId: string;
  readonly seq: number;
  readonly at: number;
}

/** Makes the changes of rows that follow from one event. */
export function project(transaction: Transaction, place: EventPlace, event: EventDraft): void {
  if ("blobs" in event.data && event.data.blobs !== undefined) {
    for (const { digest, bytes } of Object.values(event.data.blobs)) nameBlob(transaction, place, digest, bytes);
  }
  switch (event.type) {
    case "tool.called":
      return callMade(transaction, place, event.data);
    case "tool.started":
    case "tool.resumed":
      return callBegan(transaction, place, event.data.callId, event.data.attempt);
    case "tool.parked":
      callParked(transaction, place, event.data.callId);
      return openWait(transaction, place, event.data);
    case "wait.resolved":
      return endWait(transaction, place, "resolved", event.data);
    case "wait.expired":
      return endWait(transaction, place, "expired", event.data);
    case "wait.cancelled":
      return endWait(transaction, place, "cancelled", event.data);
    case "tool.result":
      return callSettled(transaction, place, event.data.callId, event.data.ok);
    case "artifact.written":
      nameBlob(transaction, place, event.data.digest, event.data.size);
      return writeArtifact(transaction, place, event.data);
    default:
      return;
  }
}
