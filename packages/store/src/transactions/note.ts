// A note that needs no fence, because it is never folded: what a lost worker still brought.

import type { EventDraft } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { appendEvents } from "./append-events.ts";

/** Plan: primary key (tenant, run_id). */
const NUMBER = `
update runs set last_seq = last_seq + 1, last_at = max(last_at, :now)
where tenant = :tenant and run_id = :runId returning last_seq, last_at, thread_id`;

/** Appends the note to the run, also after its end. */
export function note(
  transaction: Transaction,
  request: { readonly tenant: string; readonly runId: string; readonly event: EventDraft },
): void {
  const { tenant, runId } = request;
  const row = transaction.database.get(NUMBER, { tenant, runId, now: transaction.now });
  if (row === undefined) return;
  const place = { tenant, runId, threadId: text(row, "thread_id") };
  appendEvents(transaction, { ...place, firstSeq: int(row, "last_seq"), at: int(row, "last_at") }, [request.event]);
}
