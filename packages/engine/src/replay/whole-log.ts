// The whole log of a run, page by page.

import type { RunEvent } from "../events/event.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

const PAGE = 500;

/** Every event of a run in order, with its large values. */
export async function* wholeLog(
  { store, blobs }: Pick<Services, "store" | "blobs">,
  tenant: string,
  runId: string,
): AsyncGenerator<RunEvent> {
  for (let last = 0; ; ) {
    const page = await store.events(tenant, runId, last, PAGE);
    yield* await readEvents(page, tenant, blobs);
    const next = page.at(-1)?.seq;
    if (next === undefined || page.length < PAGE) return;
    last = next;
  }
}
