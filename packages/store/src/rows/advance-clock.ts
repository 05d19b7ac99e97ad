// A script moves the clock of its run: its open waits and its grants are so much nearer to their time.

import type { EventPayloads } from "@haft/engine/ports";
import { send, type Work } from "../database/work.ts";
import type { EventPlace } from "./project.ts";

/** Plan: index waits_of_run. */
const WAITS = `
update waits set opened_at = opened_at - :by, due_at = due_at - :by, expires_at = expires_at - :by
where tenant = :tenant and run_id = :runId and status = 'open'`;
/** Plan: index approvals_granted. */
const GRANTS = `
update approvals set usable_until = usable_until - :by
where tenant = :tenant and run_id = :runId and status = 'granted'`;

/** What opened before has been open for so much longer. */
export function* advanceClock({ tenant, runId }: EventPlace, { seconds }: EventPayloads["clock.advanced"]): Work<void> {
  const by = Math.round(Math.max(0, seconds) * 1000);
  yield* send(WAITS, { tenant, runId, by });
  yield* send(GRANTS, { tenant, runId, by });
}
