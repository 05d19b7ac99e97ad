// Transactions on a pool of connections: tried again where they collide or the connection is lost, and told exactly once
// what became of them.
//
// Owns: the connections, the statements they have prepared. Does not own: what a transaction does.
// P1  A transaction that was rolled back, or whose commit was never sent, has left nothing, and is tried again.
// P2  Where the reply to a commit is lost, the database is asked by the transaction's number whether it took place. A database
//     that has crashed meanwhile may have given that number to another: then the transaction runs again, and finds out by what
//     it wrote.
// P3  All that a transaction writes has one time: the database's, read when it began.

import { setTimeout } from "node:timers/promises";
import { StoreError } from "../database/store-error.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Work } from "../database/work.ts";
import { type Connection, connections, PATIENT, type Patience } from "./connection.ts";
import { POSTGRES } from "./dialect.ts";
import { asStoreError, Failure, isBusy, isConflict, isLost } from "./postgres-error.ts";
import { reading } from "./read-transaction.ts";
import { statementsOf } from "./statements.ts";
import { askWhatBecame, CommitLost, type Written, writing } from "./write-transaction.ts";

/** Where the database is, and how long is waited for it. */
export interface DatabaseOptions {
  readonly url: string;
  /** The address without its password. */
  readonly place: string;
  /** At most so many connections. */
  readonly most: number;
  readonly patience?: Patience;
  /** A clock in place of the database's, for tests in which time stands still. */
  readonly clock?: () => number;
}

/** A database that work runs on. Everything rejects with a `StoreError` where there is a remedy. */
export interface Database extends AsyncDisposable {
  write<T>(work: (transaction: Transaction) => Work<T>): Promise<Written<T>>;
  /** Work that only reads, all of it at one moment. */
  read<T>(work: (transaction: Transaction) => Work<T> | Promise<Work<T>>): Promise<T>;
  /** A connection for something that is no transaction. Not tried again. */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** Opens nothing yet: connections are made when they are needed. */
export function databaseOf({ url, place, most, patience = PATIENT, clock }: DatabaseOptions): Database {
  const pool = connections(url, most, patience);
  const statements = statementsOf(POSTGRES);
  const closing = new AbortController();

  const again = async <T>(once: () => Promise<T>): Promise<T> => {
    const end = performance.now() + patience.attemptsMs;
    for (let attempt = 1; ; attempt++) {
      if (closing.signal.aborted) throw new StoreError("store_closed", `the store, ${place}, was closed`);
      try {
        return await once();
      } catch (error) {
        const pause = error instanceof Failure ? pauseAfter(error, attempt) : undefined;
        if (pause === undefined || performance.now() + pause > end) throw asStoreError(error, place);
        await setTimeout(pause);
      }
    }
  };
  const use = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await pool.take();
    let failed: unknown;
    try {
      return await work(connection);
    } catch (error) {
      failed = error;
      throw error;
    } finally {
      connection.release(failed);
    }
  };
  const became = ({ number, life }: CommitLost): Promise<boolean> =>
    again(() =>
      use(async (connection) => {
        if (connection.life !== life) return false;
        return askWhatBecame({ connection, statements }, { number, place });
      }),
    );
  const write = async <T>(work: (transaction: Transaction) => Work<T>): Promise<Written<T>> => {
    try {
      return await use((connection) => writing({ connection, statements, clock }, work));
    } catch (error) {
      if (!(error instanceof CommitLost)) throw error;
      if (await became(error)) return { value: error.value as T, changed: true };
      throw error.failure;
    }
  };
  return {
    write: (work) => again(() => write(work)),
    read: (work) => again(() => use((connection) => reading({ connection, statements, clock }, work))),
    use: (work) => use(work).catch((error: unknown) => Promise.reject(asStoreError(error, place))),
    async [Symbol.asyncDispose]() {
      if (closing.signal.aborted) return;
      closing.abort();
      await pool[Symbol.asyncDispose]();
    },
  };
}

/** How long to wait before the next attempt; undefined where there is no use in one. Longer each time, and never in step with others. */
function pauseAfter(failure: Failure, attempt: number): number | undefined {
  const grown = 2 ** Math.min(attempt, 8);
  if (isConflict(failure)) return Math.random() * grown;
  if (isLost(failure) || isBusy(failure)) return (0.5 + Math.random()) * Math.min(10 * grown, 500);
  return undefined;
}
