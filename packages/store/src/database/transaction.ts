// What every transaction and read works with: the database's ways, and one reading of the store's clock.
//
// Where transactions run beside one another, what they hold they take in one order, so that few wait for each other in a
// circle: keys (signals), the run, policies, the thread, further runs. Those that do are ended by the database and run again.

import type { Dialect } from "./dialect.ts";
import { type Statement, send, type Work } from "./work.ts";

/** The moment at which something is read. */
export interface Moment {
  /** The store's clock, in milliseconds since the epoch: read once, so that all that is written together has one time. */
  readonly now: number;
}

/** An open transaction. */
export interface Transaction extends Moment {
  readonly dialect: Dialect;
}

/** Until the transaction ends nobody else holds this key. */
export function* holdKey({ dialect }: Transaction, key: string): Work<void> {
  if (dialect.lockKey !== null) yield* send(dialect.lockKey, { key });
}

/** What is to be asked so that until the transaction ends nobody holds this key alone. */
export function sharing({ dialect }: Transaction, key: string): readonly Statement[] {
  return dialect.shareKey === null ? [] : [{ sql: dialect.shareKey, parameters: { key } }];
}
