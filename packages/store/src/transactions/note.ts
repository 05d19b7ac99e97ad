// A note that needs no fence, because it is never folded: what a lost worker still brought.

import type { EventDraft } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, type Work } from "../database/work.ts";
import { appendEvents } from "./append-events.ts";

/** Plan: primary key (tenant, run_id). */
const NUMBER = `
update runs set last_seq = last_seq + 1, last_at = case when last_at > :now then last_at else :now end
where tenant = :tenant and run_id = :runId returning last_seq, last_at, thread_id`;

/** Appends the note to the run, also after its end. */
export function* note(
  { now }: Transaction,
  request: { readonly tenant: string; readonly runId: string; readonly event: EventDraft },
): Work<void> {
  const { tenant, runId } = request;
  const row = yield* get(NUMBER, { tenant, runId, now });
  if (row === undefined) return;
  const place = { tenant, runId, threadId: text(row, "thread_id") };
  yield* appendEvents({ ...place, firstSeq: int(row, "last_seq"), at: int(row, "last_at") }, [request.event]);
}
