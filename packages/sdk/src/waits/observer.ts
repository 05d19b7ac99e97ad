// Who hears of the waits that are made: inside a sandbox the call that is running, elsewhere nobody.

import type { Wait } from "./wait.ts";

/** The call in which a helper was called. */
export interface WaitObserver {
  waitMade(wait: Wait, helper: string): void;
  /** Throws where the call has no workspace. */
  filesWatched(paths: readonly string[]): void;
}

let find: () => WaitObserver | undefined = () => undefined;

/** The call in which this code runs. */
export function observer(): WaitObserver | undefined {
  return find();
}

/** Set once, by the process that runs calls. */
export function observeWaits(by: () => WaitObserver | undefined): void {
  find = by;
}
