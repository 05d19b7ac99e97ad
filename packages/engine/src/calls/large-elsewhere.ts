// Results that were too large for the log lie with the run's files: where those are elsewhere, that is said, and nothing is
// shown in their place.

import type { RunEvent } from "../events/event.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";

/** Throws `files_elsewhere` for an event without its large values. */
export function requireWhole(event: RunEvent | undefined, { runId, place }: Pick<RunRow, "runId" | "place">): void {
  if (event === undefined || !("blobs" in event.data) || event.data.blobs === undefined) return;
  const message = `what run ${runId} came to is too large for its log: it is with the run's files, on ${place}`;
  throw new EngineError("files_elsewhere", message, "look at it there");
}
