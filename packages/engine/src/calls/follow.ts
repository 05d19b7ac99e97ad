// Seeing what happens in the store as it happens: woken where possible, looking at a fixed interval in any case (I8).

import type { RunEvent } from "../events/event.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** Events that are read at once. */
const PAGE = 500;

/** Calls `look` now and whenever something may have changed, until it gives a value or the signal is aborted. */
export async function until<T>(
  { store, clock, settings }: Pick<Services, "store" | "clock" | "settings">,
  signal: AbortSignal,
  look: () => Promise<T | undefined>,
  dueMs: () => number = () => settings.lookMs,
): Promise<T> {
  let changed = true;
  let wake = (): void => undefined;
  const notice = (): void => {
    changed = true;
    wake();
  };
  using _watch = store.watch(notice);
  signal.addEventListener("abort", notice);
  try {
    for (;;) {
      signal.throwIfAborted();
      changed = false;
      const value = await look();
      if (value !== undefined) return value;
      if (changed) continue;
      const forget = clock.after(Math.min(settings.lookMs, Math.max(0, dueMs())), notice);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      forget();
    }
  } finally {
    signal.removeEventListener("abort", notice);
  }
}

/** Events of a run after a sequence, as they are written, until its end or the abort. */
export async function* follow(
  services: Pick<Services, "store" | "clock" | "settings" | "blobs">,
  tenant: string,
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let last = after;
  while (!signal.aborted) {
    const stored = await until(services, signal, async () => {
      const page = await services.store.events(tenant, runId, last, PAGE);
      if (page.length > 0) return page;
      const run = await services.store.run(tenant, runId);
      return run === null || (run.endedAt !== null && run.lastSeq <= last) ? [] : undefined;
    }).catch((error: unknown) => {
      if (signal.aborted) return [];
      throw error;
    });
    if (stored.length === 0) return;
    for (const event of await readEvents(stored, tenant, services.blobs)) {
      last = event.seq;
      yield event;
    }
  }
}
