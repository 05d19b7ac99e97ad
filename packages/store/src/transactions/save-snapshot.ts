// Keeping the folded state of a long run. Deleting every snapshot changes nothing but the time a claim takes.

import type { RunState } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import { send, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, run_id). An older state never replaces a newer one. */
const SAVE = `
insert into snapshots (tenant, run_id, seq, evolve, state) values (:tenant, :runId, :seq, :evolve, :state)
on conflict (tenant, run_id) do update set seq = excluded.seq, evolve = excluded.evolve, state = excluded.state
where excluded.seq > snapshots.seq or excluded.evolve <> snapshots.evolve`;

/** Keeps the state. */
export function* saveSnapshot(
  _transaction: Transaction,
  request: { readonly tenant: string; readonly state: RunState; readonly evolve: number },
): Work<void> {
  const { tenant, state, evolve } = request;
  yield* send(SAVE, { tenant, runId: state.runId, seq: state.seq, evolve, state: JSON.stringify(state) });
}
