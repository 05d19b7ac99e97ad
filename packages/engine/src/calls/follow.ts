// Seeing what happens in the store as it happens: woken where possible, looking at a fixed interval in any case (I8).

import type { RunEvent } from "../events/event.ts";
import type { StoredEvent } from "../events/parse.ts";
import { readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** Events that are read at once. */
const PAGE = 500;

/** What is waited for. */
export interface Awaiting<T> {
  /** Looks; undefined: not yet. */
  readonly look: () => Promise<T | undefined>;
  /** A run whose events are looked for: this process tells of those that it writes itself. */
  readonly runId?: string;
  /** In how many milliseconds something is due. */
  readonly dueMs?: () => number;
}

/** Looks now and whenever something may have changed, until there is a value or the signal is aborted. */
export async function until<T>(
  { store, clock, settings, bells }: Pick<Services, "store" | "clock" | "settings" | "bells">,
  signal: AbortSignal,
  { look, runId, dueMs = () => settings.lookMs }: Awaiting<T>,
): Promise<T> {
  let changed = true;
  let wake = (): void => undefined;
  const notice = (): void => {
    changed = true;
    wake();
  };
  using _watch = store.watch(notice);
  using _bell = runId === undefined ? null : bells.watch(runId, notice);
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
  services: Pick<Services, "store" | "clock" | "settings" | "blobs" | "bells">,
  tenant: string,
  runId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  let last = after;
  while (!signal.aborted) {
    const look = async (): Promise<readonly StoredEvent[] | undefined> => {
      const page = await services.store.events(tenant, runId, last, PAGE);
      if (page.length > 0) return page;
      const run = await services.store.run(tenant, runId);
      return run === null || (run.endedAt !== null && run.lastSeq <= last) ? [] : undefined;
    };
    const stored = await until(services, signal, { look, runId }).catch((error: unknown) => {
      if (signal.aborted) return [];
      throw error;
    });
    if (stored.length === 0) return;
    // One by one: what comes before an event that cannot be read is told.
    for (const one of stored) {
      yield* await readEvents([one], tenant, services.blobs);
      last = one.seq;
    }
  }
}
