// Part of the transactions that take a run: the worker is known from its first claim on.

import type { Hold } from "@haft/engine/ports";
import { run, send, type Work } from "../database/work.ts";

/** Plan: primary key; a row that is there stays as it is. */
const REGISTER = `
insert into workers (worker_id, machine, processes, seen_at) values (:workerId, :machine, :processes, :now)
on conflict do nothing`;

/** Plan: all workers, a handful of rows, and index runs_held. A command's worker is over in seconds and leaves its row. */
const FORGET = `
delete from workers where seen_at < :before
  and worker_id not in (select worker_id from runs where worker_id is not null)`;
/** A worker that holds nothing and was not seen for so long is forgotten. */
const FORGET_MS = 3_600_000;

/** Makes the worker's row, where there is none, and forgets those that are long over. */
export function* registerWorker(now: number, { workerId, identity }: Hold): Work<void> {
  const { machine, processes } = identity;
  if ((yield* run(REGISTER, { workerId, machine, processes: JSON.stringify(processes), now })) === 0) return;
  yield* send(FORGET, { before: now - FORGET_MS });
}
