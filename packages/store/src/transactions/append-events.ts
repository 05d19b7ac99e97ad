// Writing events under the sequences that their run's row has just been given, with the rows that follow from them.

import { ENGINE_VERSION, type EventDraft } from "@haft/engine/ports";
import { each, type Work } from "../database/work.ts";
import { project } from "../rows/project.ts";

/** The run whose events are written, and the first sequence and time they have. */
export interface Place {
  readonly tenant: string;
  readonly runId: string;
  readonly threadId: string;
  readonly firstSeq: number;
  readonly at: number;
}

/** Plan: one insert at the end of the run's part of the primary key (tenant, run_id, seq) for each event. */
const INSERT =
  "insert into events (tenant, run_id, seq, at, type, data, v) values (:tenant, :runId, :seq, :at, :type, :data, :v)";

/** Writes the events in order. */
export function* appendEvents(place: Place, events: readonly EventDraft[]): Work<void> {
  const { tenant, runId, at, firstSeq } = place;
  const rows = events.map(({ type, data }, index) => {
    return { tenant, runId, seq: firstSeq + index, at, type, data: JSON.stringify(data), v: ENGINE_VERSION };
  });
  yield* each(INSERT, rows);
  for (const [index, event] of events.entries()) {
    yield* project({ ...place, seq: firstSeq + index }, event);
  }
}
