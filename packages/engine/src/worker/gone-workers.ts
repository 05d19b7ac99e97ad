// Which of the workers that hold runs are seen to be gone, so that their leases need not run out.

import type { Services } from "./services.ts";

/** The ids of workers of this machine that are gone with everything they ran. */
export async function goneWorkers({ store, machine, workerId }: Services): Promise<readonly string[]> {
  const holders = await store.holders();
  return holders
    .filter((holder) => holder.workerId !== workerId && machine.isGone(holder))
    .map((holder) => holder.workerId);
}
