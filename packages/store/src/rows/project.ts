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
      callMade(transaction, place, event.data);
      break;
    case "tool.started":
    case "tool.resumed":
      callBegan(transaction, place, event.data.callId, event.data.attempt);
      break;
    case "tool.parked":
      callParked(transaction, place, event.data.callId);
      openWait(transaction, place, event.data);
      break;
    case "wait.resolved":
      endWait(transaction, place, "resolved", event.data);
      break;
    case "wait.expired":
      endWait(transaction, place, "expired", event.data);
      break;
    case "wait.cancelled":
      endWait(transaction, place, "cancelled", event.data);
      break;
    case "tool.result":
      callSettled(transaction, place, event.data.callId, event.data.ok);
      break;
    case "artifact.written":
      nameBlob(transaction, place, event.data.digest, event.data.size);
      writeArtifact(transaction, place, event.data);
      break;
  }
}
