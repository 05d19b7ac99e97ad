// Part of transaction 1: a new message takes the place of what its thread still asks approval for, where its agent says so.

import type { CreateRun } from "@haft/engine/ports";
import { text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { all, get, type Work } from "../database/work.ts";
import { endWait } from "./end-wait.ts";

/** Plan: index runs_open_in_thread, at most one row: a run that is queued has asked for nothing yet. */
const OPEN_RUN = `
select run_id from runs
where tenant = :tenant and thread_id = :threadId and status in ('ready', 'waiting') {lock row}`;
/** Plan: index waits_of_run. */
const APPROVALS = `
select wait_id from waits where tenant = :tenant and run_id = :runId and status = 'open' and kind = 'approval'
order by opened_at, wait_id`;

/** Cancels the open approvals of the thread's open run, which is held before the thread is. */
export function* supersede(transaction: Transaction, { run, supersede: given }: CreateRun): Work<void> {
  if (given === undefined) return;
  const { tenant, threadId } = run;
  const open = yield* get(OPEN_RUN, { tenant, threadId });
  if (open === undefined) return;
  const { by, payload } = given;
  for (const row of yield* all(APPROVALS, { tenant, runId: text(open, "run_id") })) {
    const waitId = text(row, "wait_id");
    yield* endWait(transaction, { tenant, waitId, end: "cancelled", payload, by, resumeOriginal: false });
  }
}
