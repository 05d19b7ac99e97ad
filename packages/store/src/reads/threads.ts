// Reading threads, and the runs of one in their order.

import type { RunRow, ThreadRow } from "@haft/engine/ports";
import { int, text, textOrNull } from "../database/row.ts";
import { all, get, type Row, type Work } from "../database/work.ts";
import { jsonObject } from "./definitions.ts";
import { OPEN_WAITS, runRow } from "./runs.ts";

/** Plan: primary key (tenant, thread_id). */
const ONE = "select * from threads where tenant = :tenant and thread_id = :threadId";
/** Plan: index threads_list, backwards. */
const NEWEST = `
select * from threads where tenant = :tenant order by created_at desc, thread_id desc limit :limit`;
/** Plan: index runs_thread, in its order. */
const RUNS = `
select *, ${OPEN_WAITS} as open_waits from runs
where tenant = :tenant and thread_id = :threadId order by thread_number`;
/** Plan: index runs_thread up to the number of the run, which the primary key gives. */
const RUNS_BEFORE = `
select *, ${OPEN_WAITS} as open_waits from runs
where tenant = :tenant and thread_id = :threadId
  and thread_number < (select thread_number from runs where tenant = :tenant and run_id = :before)
order by thread_number`;

/** One thread; null if there is none. */
export function* readThread(tenant: string, threadId: string): Work<ThreadRow | null> {
  const row = yield* get(ONE, { tenant, threadId });
  return row === undefined ? null : threadRow(row);
}

/** Threads, newest first. */
export function* readThreads(tenant: string, limit: number): Work<readonly ThreadRow[]> {
  return (yield* all(NEWEST, { tenant, limit })).map(threadRow);
}

/** The runs of a thread in the order in which they were created, or those before one of them. */
export function* readRunsOfThread(tenant: string, threadId: string, before?: string): Work<readonly RunRow[]> {
  const rows =
    before === undefined
      ? yield* all(RUNS, { tenant, threadId })
      : yield* all(RUNS_BEFORE, { tenant, threadId, before });
  return rows.map(runRow);
}

function threadRow(row: Row): ThreadRow {
  const [forkThread, forkBefore] = [textOrNull(row, "fork_thread"), textOrNull(row, "fork_before")];
  return {
    tenant: text(row, "tenant"),
    threadId: text(row, "thread_id"),
    agent: textOrNull(row, "agent"),
    title: textOrNull(row, "title"),
    metadata: jsonObject(row, "metadata"),
    workspace: textOrNull(row, "workspace"),
    forkOf: forkThread === null || forkBefore === null ? null : { threadId: forkThread, before: forkBefore },
    createdAt: int(row, "created_at"),
  };
}
