// Renewing the leases of everything that one worker holds.

import { text } from "../database/row.ts";
import type { Moment } from "../database/transaction.ts";
import { all, send, type Work } from "../database/work.ts";

/** Plan: index runs_held, as many entries as runs are held. A lease that has run out is not renewed: somebody may have looked. */
const RENEW = `
update runs set lease_until = :until where worker_id = :workerId and lease_until > :now returning run_id`;
/** Plan: primary key. */
const SEEN = "update workers set seen_at = :now where worker_id = :workerId";

/** The runs whose leases now last `leaseMs` longer. */
export function* renew(
  { now }: Moment,
  request: { readonly workerId: string; readonly leaseMs: number },
): Work<readonly string[]> {
  const { workerId } = request;
  yield* send(SEEN, { workerId, now });
  return (yield* all(RENEW, { workerId, now, until: now + request.leaseMs })).map((row) => text(row, "run_id"));
}
