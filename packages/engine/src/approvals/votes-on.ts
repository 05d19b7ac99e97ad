// The votes that were cast on one wait, from the log: also once it is over.

import type { JsonObject } from "../json/json.ts";
import { readLogOf } from "../log/read-log.ts";
import type { WaitRow } from "../ports/store-rows.ts";
import type { Services } from "../worker/services.ts";

/** One vote as it was cast. */
export interface CastVote {
  readonly by: string;
  readonly decision: "approved" | "denied";
  /** What the arguments were edited to; null: they were not. */
  readonly arguments: JsonObject | null;
}

const TELLING = ["approval.decided", "wait.resolved", "wait.expired", "wait.cancelled"] as const;

/** The votes on a wait, in their order. */
export async function votesOn(
  services: Pick<Services, "store" | "blobs">,
  tenant: string,
  { runId, waitId, openedSeq }: WaitRow,
): Promise<readonly CastVote[]> {
  const votes: CastVote[] = [];
  for await (const { type, data } of readLogOf(services, tenant, runId, TELLING, openedSeq)) {
    if (data.waitId !== waitId) continue;
    if (type !== "approval.decided") break;
    votes.push({ by: data.by, decision: data.decision, arguments: data.arguments ?? null });
  }
  return votes;
}
