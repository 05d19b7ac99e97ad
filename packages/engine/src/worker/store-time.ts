// The store's clock as a worker knows it: what the store last said, and the span since on the worker's own clock.

import type { Clock } from "../ports/clock.ts";

/** A reading so far behind is no slow reply. */
const SET_BACK_MS = 1_000;

/** Tells the store's time. */
export interface StoreTime {
  /** Whether the store has said its time yet; before that `now` means nothing. */
  readonly known: boolean;
  now(): number;
  /** The store said its time, in the reply to something that was just asked. */
  heard(at: number): void;
}

/** A store time that knows nothing yet: it starts at the first time heard. */
export function createStoreTime(clock: Clock): StoreTime {
  let base: number | undefined;
  return {
    get known() {
      return base !== undefined;
    },
    now: () => Math.floor((base ?? 0) + clock.monotonic()),
    heard(at) {
      // Replies take time, so the earliest is the nearest; one that is far behind says that the store's clock was set back.
      const heard = at - clock.monotonic();
      if (base === undefined || heard > base || heard < base - SET_BACK_MS) base = heard;
    },
  };
}
