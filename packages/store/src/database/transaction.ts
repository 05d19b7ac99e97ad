// What every transaction works with: the connection, and one reading of the store's clock.

import type { Database } from "./database.ts";

/** An open transaction. */
export interface Transaction {
  readonly database: Database;
  /** The store's clock, in milliseconds since the epoch: read once, so that all that is written together has one time. */
  readonly now: number;
}
