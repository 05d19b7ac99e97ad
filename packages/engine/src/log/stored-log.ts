// The log of a run as it is stored, for whoever looks at it: of an event that cannot be read, what is known of it, and why.

import type { RunEvent } from "../events/event.ts";
import { parseEvent, type StoredEvent, UnreadableEvent } from "../events/parse.ts";
import type { Blobs } from "../ports/blobs.ts";
import { EVOLVE_VERSION } from "../state/run-state.ts";
import { type Large, readEvents } from "../worker/read-run.ts";
import type { Services } from "../worker/services.ts";

/** An event that somebody has damaged, or that a newer engine wrote. */
export interface DamagedEvent {
  readonly runId: string;
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly v: number;
  readonly unreadable: string;
}

/** The events, each as far as it can be read. */
export async function readStored(
  stored: readonly StoredEvent[],
  tenant: string,
  blobs: Blobs,
  large: Large,
): Promise<readonly (RunEvent | DamagedEvent)[]> {
  const events: (RunEvent | DamagedEvent)[] = [];
  for (const one of stored) {
    try {
      events.push(...(await readEvents([one], tenant, blobs, large)));
    } catch (error) {
      const { runId, seq, at, type, v } = one;
      const why = error instanceof UnreadableEvent ? error.why : "what is large of it is not to be had";
      events.push({ runId, seq, at: new Date(at).toISOString(), type, v, unreadable: why });
    }
  }
  return events;
}

/** The first event that keeps a run from being moved, of those behind its snapshot; null: all can be read. */
export async function firstDamage(
  { store }: Pick<Services, "store">,
  tenant: string,
  runId: string,
): Promise<UnreadableEvent | null> {
  const loaded = await store.load(tenant, runId, { evolve: EVOLVE_VERSION });
  for (const stored of loaded?.events ?? []) {
    try {
      parseEvent(stored);
    } catch (error) {
      if (error instanceof UnreadableEvent) return error;
      throw error;
    }
  }
  return null;
}
