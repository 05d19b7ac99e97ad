// The columns of a run's row that follow from how the run stands.

import type { Standing } from "@haft/engine/ports";

/** Whether a run that stands so has ended. */
export function hasEnded(standing: Standing): boolean {
  return standing.status !== "ready" && standing.status !== "waiting";
}

/** When it is ready, due or ended, and with what error. */
export function columnsOfStanding(
  standing: Standing,
  events: readonly { readonly type: string; readonly data: object }[],
  now: number,
): { readyAt: number | null; dueAt: number | null; endedAt: number | null; error: string | null } {
  const failed = events.findLast((event) => event.type === "run.failed");
  const error = failed !== undefined && "error" in failed.data ? JSON.stringify(failed.data.error) : null;
  return {
    readyAt: standing.status === "ready" ? now : null,
    dueAt: standing.status === "waiting" ? standing.dueAt : null,
    endedAt: hasEnded(standing) ? now : null,
    error,
  };
}
