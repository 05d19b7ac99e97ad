// The lease of a run that is held, counted on the worker's own clock from before it was asked for.

import type { Clock } from "../ports/clock.ts";
import type { WorkerSettings } from "./settings.ts";

/** A lease, and what may still be done under it. */
export interface Lease extends Disposable {
  /** Whether something may be started. */
  mayStart(): boolean;
  /** Whether what was started may still be sent off: it has not come so near to its end that everything is ended. */
  holds(): boolean;
  /** The run is taken with this append, and was not before: the lease lasts from now on. */
  begin(since: number): void;
  /** The lease lasts until then, on the worker's clock. */
  extend(until: number): void;
}

/**
 * `stop` is called once, when what runs under the lease must end because it was not renewed. `since` null: the run is not
 * taken yet, and however long a place for its first call takes, no lease comes to its end.
 */
export function createLease(clock: Clock, settings: WorkerSettings, since: number | null, stop: () => void): Lease {
  let until = since === null ? Number.POSITIVE_INFINITY : since + settings.leaseMs;
  let forget = since === null ? () => undefined : watch();
  let stopped = false;

  function watch(): () => void {
    return clock.after(Math.max(0, until - settings.stopMarginMs - clock.monotonic()), () => {
      stopped = true;
      stop();
    });
  }

  return {
    mayStart: () => !stopped && clock.monotonic() < until - settings.startMarginMs,
    holds: () => !stopped && clock.monotonic() < until - settings.stopMarginMs,
    begin(from) {
      until = from + settings.leaseMs;
      forget = watch();
    },
    extend(later) {
      // Infinite: what was renewed is no lease on this run.
      if (stopped || later <= until) return;
      forget();
      until = later;
      forget = watch();
    },
    [Symbol.dispose]: () => forget(),
  };
}
