// Until runs that workers move have ended.

import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "@haft/engine";

/** Resolves with when each has ended, by the store's clock; rejects for one that has not completed. */
export async function allEnded(engine: Engine, tenant: string, runIds: readonly string[]): Promise<number[]> {
  const ends: number[] = [];
  for (const runId of runIds) {
    for (let run = await engine.run(tenant, runId); ; run = await engine.run(tenant, runId)) {
      if (run.endedAt === null) {
        await pause(25);
        continue;
      }
      if (run.status !== "completed") throw new Error(`${runId} ${run.status}: ${run.error?.message}`);
      ends.push(run.endedAt);
      break;
    }
  }
  return ends;
}
