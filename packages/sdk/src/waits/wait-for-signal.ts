// Waiting for a signal from outside.

import type { TimedWaitOptions } from "./ask-user.ts";
import { checkedText, optionalSeconds } from "./checks.ts";
import { makeWait, type Wait } from "./wait.ts";

/** Waits for the signal `key` (`haft signal`, or a POST to `ctx.signalUrl(key)`). The companion's payload is `{ payload }`. */
export function waitForSignal(key: string, options: TimedWaitOptions = {}): Wait {
  const params = {
    key: checkedText("waitForSignal", "key", key),
    timeoutSeconds: optionalSeconds("waitForSignal", "timeoutSeconds", options.timeoutSeconds),
  };
  return makeWait("waitForSignal", "signal", params, options.meta);
}
