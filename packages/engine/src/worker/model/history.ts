// What was said in a thread before a run: in its earlier runs, and where it is a fork, in the thread it comes from.

import { insteadOfUnreadable } from "../../events/parse.ts";
import type { ModelMessage } from "../../ports/models.ts";
import type { RunRow } from "../../ports/store-rows.ts";
import { readEvents } from "../read-run.ts";
import type { Services } from "../services.ts";
import { isSpoken, isSpokenType, messagesOf, type Spoken } from "./messages.ts";

/** Events that are read at once. */
const PAGE = 500;
/** Forks of forks that are followed. */
const DEEPEST = 100;

/** The messages before a run, oldest first. Runs of a thread come one after another, so all of them have ended. */
export async function historyBefore(
  services: Pick<Services, "store" | "blobs">,
  tenant: string,
  threadId: string,
  runId: string,
): Promise<readonly ModelMessage[]> {
  const parts: (readonly ModelMessage[])[] = [];
  let place: { readonly threadId: string; readonly before: string } | null = { threadId, before: runId };
  for (let depth = 0; place !== null && depth < DEEPEST; depth++) {
    const rows = await services.store.runsOfThread(tenant, place.threadId, place.before);
    const said: ModelMessage[] = [];
    for (const row of rows) {
      if (row.kind !== "agent" || row.endedAt === null) continue;
      // Nothing of one that somebody has damaged: in part it would show calls without their results.
      said.push(...(await saidIn(services, row).catch(insteadOfUnreadable([]))));
    }
    parts.unshift(said);
    place = (await services.store.thread(tenant, place.threadId))?.forkOf ?? null;
  }
  return parts.flat();
}

async function saidIn(
  { store, blobs }: Pick<Services, "store" | "blobs">,
  { tenant, runId }: RunRow,
): Promise<readonly ModelMessage[]> {
  const spoken: Spoken[] = [];
  for (let last = 0; ; ) {
    const page = await store.events(tenant, runId, last, PAGE);
    spoken.push(
      ...(
        await readEvents(
          page.filter(({ type }) => isSpokenType(type)),
          tenant,
          blobs,
        )
      ).filter(isSpoken),
    );
    const next = page.at(-1)?.seq;
    if (next === undefined || page.length < PAGE) return messagesOf(spoken);
    last = next;
  }
}
