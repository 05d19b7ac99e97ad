// Retention: what has ended long ago is removed; what waits never is.

import type { Services } from "../worker/services.ts";

/** Runs that one transaction removes. */
const AT_ONCE = 200;
const DAY_MS = 24 * 3600 * 1000;

/** Removes runs that ended so many days ago, and resolves with how many there were. */
export async function prune({ store }: Services, tenant: string, retentionDays: number): Promise<number> {
  if (!(retentionDays >= 0)) throw new RangeError(`${retentionDays} is no number of days`);
  const endedBefore = (await store.now()) - retentionDays * DAY_MS;
  for (let removed = 0; ; ) {
    const { runs } = await store.prune({ tenant, endedBefore, limit: AT_ONCE });
    removed += runs;
    if (runs < AT_ONCE) return removed;
  }
}
