// Reading a run's events, alone or with its row to move it.

import { isObject, type LoadedRun, type RunState, type StoredEvent } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, get, type Row, type Work } from "../database/work.ts";
import { readRun } from "./runs.ts";

/** Plan: primary key (tenant, run_id, seq), one range in its order. */
const EVENTS = `
select run_id, seq, at, type, data, v from events
where tenant = :tenant and run_id = :runId and seq > :after order by seq limit :limit`;
/** Plan: the same. No further than the row that was read, also where somebody appends in between. */
const UP_TO = `
select run_id, seq, at, type, data, v from events
where tenant = :tenant and run_id = :runId and seq > :after and seq <= :lastSeq order by seq`;

/** Events after a sequence, in order. */
export function* readEvents(tenant: string, runId: string, after: number, limit: number): Work<readonly StoredEvent[]> {
  return (yield* all(EVENTS, { tenant, runId, after, limit })).map(storedEvent);
}

/** Plan: primary key (tenant, run_id). */
const SNAPSHOT = `
select state from snapshots where tenant = :tenant and run_id = :runId and evolve = :evolve and seq <= :lastSeq`;

/** A run with its snapshot and what came after it; null if there is no such run. */
export function* loadRun(
  now: number,
  tenant: string,
  runId: string,
  options: { readonly evolve: number; readonly after?: number },
): Work<LoadedRun | null> {
  const run = yield* readRun(tenant, runId);
  if (run === null) return null;
  const { after } = options;
  const snapshot = after === undefined ? yield* readSnapshot(tenant, run, options.evolve) : null;
  const where = { tenant, runId, after: after ?? snapshot?.seq ?? 0, lastSeq: run.lastSeq };
  const events = (yield* all(UP_TO, where)).map(storedEvent);
  return { run, snapshot, events, now };
}

function* readSnapshot(
  tenant: string,
  run: { readonly runId: string; readonly lastSeq: number },
  evolve: number,
): Work<RunState | null> {
  const row = yield* get(SNAPSHOT, { tenant, runId: run.runId, lastSeq: run.lastSeq, evolve });
  if (row === undefined) return null;
  try {
    const state: unknown = JSON.parse(text(row, "state"));
    // Written by this store from a state of this very version of `evolve`.
    return isObject(state) && state.runId === run.runId ? (state as unknown as RunState) : null;
  } catch {
    // Damaged: the log says it all.
    return null;
  }
}

function storedEvent(row: Row): StoredEvent {
  return {
    runId: text(row, "run_id"),
    seq: int(row, "seq"),
    at: int(row, "at"),
    type: text(row, "type"),
    data: text(row, "data"),
    v: int(row, "v"),
  };
}
