// The rows of calls, waits, approvals, votes, artifacts and blobs as they follow from events: used when events are
// written, and again when the rows are rebuilt from the log.

import type { EventDraft } from "@haft/engine/ports";
import type { Work } from "../database/work.ts";
import { advanceClock } from "./advance-clock.ts";
import { askApproval, countVote, settleApproval, useApproval } from "./approvals.ts";
import { writeArtifact } from "./artifacts.ts";
import { keepBlob, nameBlob } from "./blobs.ts";
import { callBegan, callMade, callParked, callSettled } from "./calls.ts";
import { endWait, openApprovalWait, openWait } from "./waits.ts";

/** Where an event stands. */
export interface EventPlace {
  readonly tenant: string;
  readonly runId: string;
  readonly threadId: string;
  readonly seq: number;
  readonly at: number;
}

const ENDS = { "wait.resolved": "resolved", "wait.expired": "expired", "wait.cancelled": "cancelled" } as const;

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
      yield* useApproval(place, event.data);
      yield* callBegan(place, event.data.callId, event.data.attempt);
      break;
    case "tool.resumed":
      yield* useApproval(place, event.data);
      yield* callBegan(place, event.data.callId, event.data.attempt);
      break;
    case "tool.parked":
      yield* callParked(place, event.data.callId);
      yield* openWait(place, event.data);
      break;
    case "approval.requested":
      yield* openApprovalWait(place, event.data);
      yield* askApproval(place, event.data);
      break;
    case "approval.decided":
      yield* countVote(place, event.data);
      break;
    case "wait.resolved":
    case "wait.expired":
    case "wait.cancelled":
      yield* endWait(place, ENDS[event.type], event.data);
      if (event.data.kind === "approval") yield* settleApproval(place, ENDS[event.type], event.data);
      break;
    case "clock.advanced":
      yield* advanceClock(place, event.data);
      break;
    case "tool.result":
      yield* callSettled(place, event.data.callId, event.data.ok);
      break;
    case "artifact.written":
      yield* keepBlob(place, event.data.digest, event.data.size);
      yield* writeArtifact(place, event.data);
      break;
  }
}
