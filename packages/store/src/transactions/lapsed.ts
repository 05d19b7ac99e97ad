// Whether somebody holds a run, as claims and cancellations see it.

import { intOrNull, textOrNull } from "../database/row.ts";
import type { Row } from "../database/work.ts";

/** What whoever asks knows of leases and of those who have them, as in `Claim`. */
export interface Seen {
  readonly gone: readonly string[];
  readonly lapsedBy?: number | undefined;
}

/** The time by which a lease must have ended to have run out. */
export function lapsedBy(now: number, seen: Pick<Seen, "lapsedBy">): number {
  return Math.min(now, seen.lapsedBy ?? now);
}

/** Whether the run of a row with `worker_id` and `lease_until` is held, by a worker that is not gone. */
export function isHeld(row: Row, now: number, seen: Seen): boolean {
  const worker = textOrNull(row, "worker_id");
  const lease = intOrNull(row, "lease_until");
  return worker !== null && lease !== null && lease > lapsedBy(now, seen) && !seen.gone.includes(worker);
}
