// The rows of calls, waits, artifacts and blobs as they follow from events: used when events are written, and again when
// the rows are rebuilt from the log.

import type { EventDraft } from "@haft/engine/ports";
import type { Work } from "../database/work.ts";
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
export function* project(place: EventPlace, event: EventDraft): Work<void> {
  if ("blobs" in event.data && event.data.blobs !== undefined) {
    for (const { digest, bytes } of Object.values(event.data.blobs)) yield* nameBlob(place, digest, bytes);
  }
  switch (event.type) {
    case "tool.called":
      yield* callMade(place, event.data);
      break;
    case "tool.started":
    case "tool.resumed":
      yield* callBegan(place, event.data.callId, event.data.attempt);
      break;
    case "tool.parked":
      yield* callParked(place, event.data.callId);
      yield* openWait(place, event.data);
      break;
    case "wait.resolved":
      yield* endWait(place, "resolved", event.data);
      break;
    case "wait.expired":
      yield* endWait(place, "expired", event.data);
      break;
    case "wait.cancelled":
      yield* endWait(place, "cancelled", event.data);
      break;
    case "tool.result":
      yield* callSettled(place, event.data.callId, event.data.ok);
      break;
    case "artifact.written":
      yield* nameBlob(place, event.data.digest, event.data.size);
      yield* writeArtifact(place, event.data);
      break;
  }
}
