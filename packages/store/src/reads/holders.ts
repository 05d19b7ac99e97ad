// Which workers hold runs, to see whether they are still there.

import { type Held, isObject, type WorkerIdentity } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, type Work } from "../database/work.ts";

/** Plan: index runs_held, covering, as many entries as runs are held; then the primary key of workers. */
const HOLDERS = `
select worker_id, machine, processes from workers
where worker_id in (select worker_id from runs where worker_id is not null)`;

/** Plan: index runs_held, filtered by worker; as many entries as runs are held. */
const HELD_BY = "select tenant, run_id, fence, last_seq from runs where worker_id = :workerId";

/** The runs that one worker holds. */
export function* readHeldBy(workerId: string): Work<readonly (Held & { readonly lastSeq: number })[]> {
  return (yield* all(HELD_BY, { workerId })).map((row) => ({
    tenant: text(row, "tenant"),
    runId: text(row, "run_id"),
    fence: int(row, "fence"),
    lastSeq: int(row, "last_seq"),
  }));
}

/** The workers that hold at least one run. */
export function* readHolders(): Work<readonly ({ readonly workerId: string } & WorkerIdentity)[]> {
  return (yield* all(HOLDERS)).map((row) => {
    const processes: unknown = JSON.parse(text(row, "processes"));
    const listed = Array.isArray(processes) ? processes : [];
    return {
      workerId: text(row, "worker_id"),
      machine: text(row, "machine"),
      processes: listed.flatMap((one) =>
        isObject(one) && typeof one.pid === "number" && typeof one.started === "string"
          ? [{ pid: one.pid, started: one.started }]
          : [],
      ),
    };
  });
}
