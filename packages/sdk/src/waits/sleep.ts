// Waiting for a time.

import type { WaitOptions } from "./ask-user.ts";
import { checkedSeconds } from "./checks.ts";
import { makeWait, type Wait } from "./wait.ts";

/** Waits for a length of time; `sleepFor(0)` goes on at once. The companion's payload is `{ elapsed_seconds }`. */
export function sleepFor(seconds: number, options: WaitOptions = {}): Wait {
  return makeWait("sleepFor", "time", { seconds: checkedSeconds("sleepFor", "seconds", seconds) }, options.meta);
}

const OFFSET = /(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/;

/**
 * Waits until a moment: ISO 8601 with an offset, `2026-03-01T09:00:00+01:00`, or a `Date`. The companion's payload is
 * `{ elapsed_seconds }`.
 */
export function sleepUntil(moment: string | Date, options: WaitOptions = {}): Wait {
  return makeWait("sleepUntil", "time", { until: checkedMoment(moment) }, options.meta);
}

function checkedMoment(moment: string | Date): string {
  if (moment instanceof Date) {
    if (Number.isNaN(moment.getTime())) throw new RangeError("sleepUntil: the Date is invalid");
    return moment.toISOString();
  }
  if (typeof moment !== "string" || !/^\d{4}-\d\d-\d\d[Tt ]/.test(moment) || Number.isNaN(Date.parse(moment))) {
    throw new RangeError(`sleepUntil: ${moment} is no moment in ISO 8601, for example 2026-03-01T09:00:00+01:00`);
  }
  if (!OFFSET.test(moment)) {
    throw new RangeError(`sleepUntil: ${moment} has no offset; write one, for example ${moment}+00:00`);
  }
  return moment;
}
