// The votes that were cast on one wait, from the log: also once it is over.

import type { JsonObject } from "../json/json.ts";
import type { WaitRow } from "../ports/store-rows.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

const PAGE = 500;

/** One vote as it was cast. */
export interface CastVote {
  readonly by: string;
  readonly decision: "approved" | "denied";
  /** What the arguments were edited to; null: they were not. */
  readonly arguments: JsonObject | null;
}

/** The votes on a wait, in their order. */
export async function votesOn(
  { store, blobs }: Pick<Services, "store" | "blobs">,
  tenant: string,
  { runId, waitId, openedSeq }: WaitRow,
): Promise<readonly CastVote[]> {
  const votes: CastVote[] = [];
  for (let last = openedSeq; ; ) {
    const page = await store.events(tenant, runId, last, PAGE);
    const relevant = page.filter(({ type }) => type === "approval.decided" || type.startsWith("wait."));
    for (const event of await readEvents(relevant, tenant, blobs)) {
      if (!("waitId" in event.data) || event.data.waitId !== waitId) continue;
      if (event.type !== "approval.decided") return votes;
      votes.push({ by: event.data.by, decision: event.data.decision, arguments: event.data.arguments ?? null });
    }
    const next = page.at(-1)?.seq;
    if (next === undefined || page.length < PAGE) return votes;
    last = next;
  }
}
