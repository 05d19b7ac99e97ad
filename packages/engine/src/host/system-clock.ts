// Spans by the machine's monotonic clock, which all threads of the process share.

import type { Clock } from "../ports/clock.ts";

/** The longest timer that Node keeps. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock of this process. */
export function createClock(): Clock {
  return {
    monotonic: () => Number(process.hrtime.bigint()) / 1e6,
    after(milliseconds, callback) {
      const timer = setTimeout(callback, Math.min(milliseconds, LONGEST_MS));
      return () => clearTimeout(timer);
    },
  };
}
