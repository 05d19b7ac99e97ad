// What the contract suite needs of a store, whatever database it is on.

import type { Store } from "@haft/engine/ports";
import type { Transaction } from "../../src/database/transaction.ts";
import type { Work } from "../../src/database/work.ts";

/** When the clock of every store under test starts. */
export const START = Date.parse("2030-01-01T00:00:00.000Z");

/** A new, empty store whose clock stands still until a test moves it. */
export interface Opened extends AsyncDisposable {
  readonly store: Store;
  /** The store's clock, in milliseconds after `START`. */
  now: number;
  /** One more connection to the same database, as another process would have it; ended with the store. */
  another(): Promise<Store>;
  /** Runs work as one transaction of its own. */
  perform<T>(work: (transaction: Transaction) => Work<T>): Promise<T>;
  /** How the database means to run a statement, in its own words. */
  plan(sql: string, parameters: Readonly<Record<string, string | number | null>>): Promise<string>;
  /** Lets the database count its rows, where its plans depend on that. */
  analyze(): Promise<void>;
}

/** Opens one. */
export type Open = () => Promise<Opened>;
