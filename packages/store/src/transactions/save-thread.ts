// A thread is made, or what is named of one is changed.

import type { SaveThread, ThreadRow } from "@haft/engine/ports";
import type { Transaction } from "../database/transaction.ts";
import { run, send, type Work } from "../database/work.ts";
import { readThread } from "../reads/threads.ts";

const TENANT = "insert into tenants (tenant, created_at) values (:tenant, :now) on conflict do nothing";
/** Plan: primary key (tenant, thread_id), as of the next. */
const MAKE = `
insert into threads (tenant, thread_id, created_at) values (:tenant, :threadId, :now) on conflict do nothing`;
const CHANGE = `
update threads set agent = coalesce(:agent, agent), title = coalesce(:title, title),
  metadata = coalesce(:metadata, metadata), workspace = coalesce(:workspace, workspace),
  fork_thread = coalesce(:forkThread, fork_thread), fork_before = coalesce(:forkBefore, fork_before)
where tenant = :tenant and thread_id = :threadId`;

/** The thread as it is afterwards. */
export function* saveThread({ now }: Transaction, request: SaveThread): Work<ThreadRow> {
  const { tenant, threadId, agent, title, metadata, workspace, forkOf } = request;
  yield* run(TENANT, { tenant, now });
  yield* run(MAKE, { tenant, threadId, now });
  yield* send(CHANGE, {
    ...{ tenant, threadId, agent: agent ?? null, title: title ?? null, workspace: workspace ?? null },
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
    forkThread: forkOf?.threadId ?? null,
    forkBefore: forkOf?.before ?? null,
  });
  const thread = yield* readThread(tenant, threadId);
  if (thread === null) throw new Error(`the thread ${threadId} was saved and is gone`);
  return thread;
}
