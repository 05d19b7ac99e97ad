// Arguments that were too large for the row of an approval lie in the event that asked for it.

import type { WaitRow } from "../ports/store-rows.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** The row with all that was asked for. */
export async function withWholeApproval(
  { store, blobs }: Pick<Services, "store" | "blobs">,
  tenant: string,
  row: WaitRow,
): Promise<WaitRow> {
  const { approval, runId, openedSeq } = row;
  if (approval === null || approval.arguments !== null) return row;
  const [event] = await readEvents(await store.events(tenant, runId, openedSeq - 1, 1), tenant, blobs);
  const given = event?.type === "approval.requested" ? event.data.arguments : undefined;
  return { ...row, approval: { ...approval, arguments: given ?? {} } };
}
