// What one attempt at a transaction runs on.

import type { Connection } from "./connection.ts";
import type { Statements } from "./statements.ts";

/** A connection that nobody else uses until the attempt is over. */
export interface Attempt {
  readonly connection: Connection;
  readonly statements: Statements;
  /** A clock in place of the database's. */
  readonly clock?: (() => number) | undefined;
}
