// The lease of a run that is held, counted on the worker's own clock from before it was asked for.

import type { Clock } from "../ports/clock.ts";
import type { WorkerSettings } from "./settings.ts";

/** A lease, and what may still be done under it. */
export interface Lease extends Disposable {
  /** Whether something may be started. */
  mayStart(): boolean;
  /** Whether what was started may still be sent off: it has not come so near to its end that everything is ended. */
  holds(): boolean;
  /** The lease lasts until then, on the worker's clock. */
  extend(until: number): void;
}

/** `stop` is called once, when what runs under the lease must end because it was not renewed. */
export function createLease(clock: Clock, settings: WorkerSettings, since: number, stop: () => void): Lease {
  let until = since + settings.leaseMs;
  let forget = watch();
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
    extend(later) {
      if (stopped || later <= until) return;
      forget();
      until = later;
      forget = watch();
    },
    [Symbol.dispose]: () => forget(),
  };
}
