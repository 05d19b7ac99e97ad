// The store's clock as a worker knows it: what the store last said, and the span since on the worker's own clock.
//
// A lease bounds effects by a span, and the store takes it to be over by a clock, which somebody may set, or which goes on while
// the machine sleeps. So leases that were given before such a step count as run out only when their span is over, too (I3).

import type { Clock } from "../ports/clock.ts";
import type { WorkerSettings } from "./settings.ts";

/** A reading so far behind is no slow reply. */
const SET_BACK_MS = 1_000;

/** Tells the store's time. */
export interface StoreTime {
  /** Whether the store has said its time yet; before that `now` means nothing. */
  readonly known: boolean;
  now(): number;
  /**
   * The time by which a lease must have ended for its span to be over: `now`, without the steps forward that were seen no longer
   * ago than a lease lasts. Undefined while the store has not said its time.
   */
  lapsedBy(): number | undefined;
  /** The store said its time, in the reply to something that was just asked. */
  heard(at: number): void;
}

/** A store time that knows nothing yet: it starts at the first time heard. */
export function createStoreTime(
  clock: Clock,
  { leaseMs, stopMarginMs }: Pick<WorkerSettings, "leaseMs" | "stopMarginMs">,
): StoreTime {
  let base: number | undefined;
  /** Steps forward by more than effects end before their leases do, together, and until when they matter. */
  let stepped = 0;
  let steppedUntil = Number.NEGATIVE_INFINITY;
  const isOver = (): boolean => clock.monotonic() >= steppedUntil;
  return {
    get known() {
      return base !== undefined;
    },
    now: () => Math.floor((base ?? 0) + clock.monotonic()),
    lapsedBy: () => (base === undefined ? undefined : Math.floor(base + clock.monotonic() - (isOver() ? 0 : stepped))),
    heard(at) {
      // Replies take time, so the earliest is the nearest; one that is far behind says that the store's clock was set back.
      const heard = at - clock.monotonic();
      if (base !== undefined && heard > base + stopMarginMs) {
        stepped = (isOver() ? 0 : stepped) + (heard - base);
        steppedUntil = clock.monotonic() + leaseMs;
      }
      if (base === undefined || heard > base || heard < base - SET_BACK_MS) base = heard;
    },
  };
}
