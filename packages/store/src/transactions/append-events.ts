// Writing events under the sequences that their run's row has just been given, with the rows that follow from them.

import { ENGINE_VERSION, type EventDraft } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
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
export function appendEvents(transaction: Transaction, place: Place, events: readonly EventDraft[]): void {
  const { tenant, runId, at } = place;
  events.forEach((event, index) => {
    const seq = place.firstSeq + index;
    const data = JSON.stringify(event.data);
    transaction.database.run(INSERT, { tenant, runId, seq, at, type: event.type, data, v: ENGINE_VERSION });
    project(transaction, { ...place, seq }, event);
  });
}
