// Part of the transactions that take a run: the worker is known from its first claim on.

import type { Hold } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";

/** Plan: primary key; a row that is there stays as it is. */
const REGISTER = `
insert or ignore into workers (worker_id, machine, processes, seen_at) values (:workerId, :machine, :processes, :now)`;

/** Makes the worker's row, where there is none. */
export function registerWorker({ database, now }: Transaction, { workerId, identity }: Hold): void {
  const { machine, processes } = identity;
  database.run(REGISTER, { workerId, machine, processes: JSON.stringify(processes), now });
}
