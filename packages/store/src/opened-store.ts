// A store as whoever opened it has it, whatever database it is on.

import type { Leases, Store, Wakeups } from "@haft/engine/ports";

/** How wake-ups of other processes reach this one. */
export interface WakeupState {
  /** Whether they are told of; otherwise the store is looked at every half second. */
  readonly hears: boolean;
  /** Why not. */
  readonly why: string | null;
}

/** A store of runs, with its wake-ups and the keeping of leases. */
export interface OpenedStore extends Store, Wakeups, Leases, AsyncDisposable {
  /** Where it is, as a person may be shown it: a file, or a database without its password. */
  readonly place: string;
  /** How wake-ups of other processes reach this one; null while nobody waits for any. */
  wakeupState(): WakeupState | null;
}
