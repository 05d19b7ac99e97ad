// Reading the log of a run page by page, so that a long one is not held whole.

import type { EventOf, RunEvent } from "../events/event.ts";
import type { StoredEvent } from "../events/parse.ts";
import type { EventType } from "../events/payloads.ts";
import { type Large, readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** Events that are read at once. */
const PAGE = 500;

/** Every event of a run in order, with its large values. */
export function readLog(
  services: Pick<Services, "store" | "blobs">,
  tenant: string,
  runId: string,
): AsyncGenerator<RunEvent> {
  return pages(services, tenant, runId, 0, () => true);
}

/** The events of these kinds, after a sequence: the large values of the others are not fetched, nor where `large` says so. */
export async function* readLogOf<T extends EventType>(
  services: Pick<Services, "store" | "blobs">,
  tenant: string,
  runId: string,
  types: readonly T[],
  after = 0,
  large: Large = "all",
): AsyncGenerator<{ readonly [K in T]: EventOf<K> }[T]> {
  const wanted: ReadonlySet<string> = new Set(types);
  for await (const event of pages(services, tenant, runId, after, (type) => wanted.has(type), large)) {
    // One of the kinds that were asked for, as the filter says.
    yield event as { readonly [K in T]: EventOf<K> }[T];
  }
}

/** The events of a run as they are stored, after a sequence. */
export async function* storedEvents(
  store: Pick<Services["store"], "events">,
  tenant: string,
  runId: string,
  after = 0,
): AsyncGenerator<StoredEvent> {
  for (let last = after; ; ) {
    const page = await store.events(tenant, runId, last, PAGE);
    yield* page;
    const next = page.at(-1)?.seq;
    if (next === undefined || page.length < PAGE) return;
    last = next;
  }
}

async function* pages(
  { store, blobs }: Pick<Services, "store" | "blobs">,
  tenant: string,
  runId: string,
  after: number,
  isWanted: (type: string) => boolean,
  large: Large = "all",
): AsyncGenerator<RunEvent> {
  // One by one: what comes before an event that cannot be read is told.
  for await (const stored of storedEvents(store, tenant, runId, after)) {
    if (isWanted(stored.type)) yield* await readEvents([stored], tenant, blobs, large);
  }
}
