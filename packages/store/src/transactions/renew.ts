// Renewing the leases of everything that one worker holds.

import { text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";

/** Plan: index runs_held, as many entries as runs are held. A lease that has run out is not renewed: somebody may have looked. */
const RENEW = `
update runs set lease_until = :until where worker_id = :workerId and lease_until > :now returning run_id`;
/** Plan: primary key. */
const SEEN = "update workers set seen_at = :now where worker_id = :workerId";

/** The runs whose leases now last `leaseMs` longer. */
export function renew(
  { database, now }: Transaction,
  request: { readonly workerId: string; readonly leaseMs: number },
): readonly string[] {
  const { workerId } = request;
  database.run(SEEN, { workerId, now });
  return database.all(RENEW, { workerId, now, until: now + request.leaseMs }).map((row) => text(row, "run_id"));
}
