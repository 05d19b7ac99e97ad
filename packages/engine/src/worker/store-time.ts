// The store's clock as a worker knows it: what the store last said, and the span since on the worker's own clock.

import type { Clock } from "../ports/clock.ts";

/** Tells the store's time. */
export interface StoreTime {
  now(): number;
  /** The store said its time, in the reply to something that was just asked. */
  heard(at: number): void;
}

/** A store time that knows nothing yet: it starts at the first time heard. */
export function createStoreTime(clock: Clock): StoreTime {
  let base: number | undefined;
  return {
    now: () => Math.floor((base ?? 0) + clock.monotonic()),
    heard(at) {
      // Replies take time: the latest reading is the nearest.
      base = Math.max(base ?? Number.NEGATIVE_INFINITY, at - clock.monotonic());
    },
  };
}
