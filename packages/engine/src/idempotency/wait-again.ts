// The wait as an input left it, for whoever asks again under the same key: others may have voted since.

import type { Store } from "../ports/store.ts";
import type { Remembered } from "../ports/store-inputs.ts";
import type { WaitRow } from "../ports/store-rows.ts";
import { noWait } from "../refusals/wait-refusals.ts";

/** The row as it was then. Rejects with `wait_not_found` where its run was removed meanwhile. */
export async function waitAgain(
  store: Pick<Store, "wait">,
  tenant: string,
  waitId: string,
  reply: Remembered["reply"],
): Promise<WaitRow> {
  const row = await store.wait(tenant, waitId);
  if (row === null) throw noWait(waitId);
  if (reply === null || !("wait" in reply)) return row;
  const { status, endedAt, endedBy, have } = reply.wait;
  const approval = row.approval === null || have === null ? row.approval : { ...row.approval, have };
  return { ...row, status, endedAt, endedBy, approval };
}
