// Part of the transactions that take a run: the worker is known from its first claim on.

import type { Hold } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";

/** Plan: primary key; a row that is there stays as it is. */
const REGISTER = `
insert or ignore into workers (worker_id, machine, processes, seen_at) values (:workerId, :machine, :processes, :now)`;

/** Plan: all workers, a handful of rows, and index runs_held. A command's worker is over in seconds and leaves its row. */
const FORGET = `
delete from workers where seen_at < :before
  and worker_id not in (select worker_id from runs where worker_id is not null)`;
/** A worker that holds nothing and was not seen for so long is forgotten. */
const FORGET_MS = 3_600_000;

/** Makes the worker's row, where there is none, and forgets those that are long over. */
export function registerWorker({ database, now }: Transaction, { workerId, identity }: Hold): void {
  const { machine, processes } = identity;
  if (database.run(REGISTER, { workerId, machine, processes: JSON.stringify(processes), now }) === 0) return;
  database.run(FORGET, { before: now - FORGET_MS });
}
