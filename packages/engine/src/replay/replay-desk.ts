// Going over a run again: held against today's code, or run anew from some place.

import type { Person } from "../waits/may-answer.ts";
import type { Services } from "../worker/services.ts";
import type { ReplayReport } from "./replay.ts";
import type { Rerun, RerunOptions } from "./rerun.ts";

/** What can be done with a run's history. */
export interface ReplayDesk {
  /**
   * Folds the stored log with today's code, compares with rows and snapshot, and checks that each decision was among those
   * that could be made at its place. Changes nothing. Rejects with `run_not_found`.
   */
  replay(tenant: string, runId: string): Promise<ReplayReport>;
  /**
   * Makes a new run that shares the history up to a sequence (default: the message, or the call), in a fork of its thread;
   * it is not moved, and no effect is repeated. Rejects with `run_not_found`, `seq_unknown`, and `run_in_flight` where
   * something is under way there, naming the nearest sequence where nothing is.
   */
  rerun(tenant: string, runId: string, from: number | undefined, by: Person, options?: RerunOptions): Promise<Rerun>;
}

/** The desk on these services. What it works with is loaded when it is asked for: hardly any process is. */
export function replayDesk(services: Services): ReplayDesk {
  return {
    async replay(tenant, runId) {
      const { replay } = await import("./replay.ts");
      return replay(services, tenant, runId);
    },
    async rerun(tenant, runId, from, by, options) {
      const { rerun } = await import("./rerun.ts");
      return rerun(services, tenant, runId, from, by, options ?? {});
    },
  };
}
