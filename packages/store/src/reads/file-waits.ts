// Reading the file waits that a machine has to watch for.

import type { FileWaitPlace, FileWaitRow } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, type Work } from "../database/work.ts";

/** Plan: index waits_files_open, in its order; the primary key of runs for the place. */
const OPEN = `
select w.tenant, w.wait_id, w.run_id, w.thread_id, w.paths, w.opened_seq, w.opened_at
from waits w join runs r on r.tenant = w.tenant and r.run_id = w.run_id
where w.status = 'open' and w.kind = 'files' and r.place in ('', :place)
  and (w.opened_at, w.tenant, w.wait_id) > (:afterAt, :afterTenant, :afterWait)
order by w.opened_at, w.tenant, w.wait_id limit :limit`;

/** Before all of them: times begin at 0. */
const FIRST: FileWaitPlace = { openedAt: -1, tenant: "", waitId: "" };

/** Open file waits of all tenants whose files are at a place, oldest first. */
export function* readFileWaits(place: string, limit: number, after = FIRST): Work<readonly FileWaitRow[]> {
  const { openedAt: afterAt, tenant: afterTenant, waitId: afterWait } = after;
  return (yield* all(OPEN, { place, limit, afterAt, afterTenant, afterWait })).map((row) => ({
    tenant: text(row, "tenant"),
    waitId: text(row, "wait_id"),
    runId: text(row, "run_id"),
    threadId: text(row, "thread_id"),
    // Written by this store from a list of texts; null where they were too large for a row.
    paths: JSON.parse(typeof row.paths === "string" ? row.paths : "[]"),
    openedSeq: int(row, "opened_seq"),
    openedAt: int(row, "opened_at"),
  }));
}
