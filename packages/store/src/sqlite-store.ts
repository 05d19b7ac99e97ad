// The store on one SQLite file.

import { resolve } from "node:path";
import type { Change, Leases, Store, Wakeups } from "@haft/engine/ports";
import { keepLeases } from "./leases/keep-leases.ts";
import { storeClient } from "./thread/client.ts";
import { startThread } from "./thread/start-thread.ts";

/** Settings of a store. */
export interface SqliteStoreOptions {
  /** The database file; made, with its folder, where there is none. */
  readonly file: string;
  /** How long a lease lasts after each renewal. Default 30,000. */
  readonly leaseMs?: number;
  /** How often leases are renewed. Default 10,000. */
  readonly renewMs?: number;
}

/** A store of runs, with its wake-ups and the keeping of leases. */
export interface SqliteStore extends Store, Wakeups, Leases, AsyncDisposable {
  readonly file: string;
}

/**
 * Opens the store, and makes or migrates it where it is new or older. Rejects with a `StoreError`: `store_read_only`,
 * `store_too_new`, `store_unreadable`, `store_on_network`, `store_busy`, `disk_full`.
 *
 * ```ts
 * await using store = await openSqliteStore({ file: "./.haft/haft.db" });
 * const runs = await store.runs("local", { limit: 20 });
 * ```
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const file = resolve(options.file);
  const { leaseMs = 30_000, renewMs = 10_000 } = options;
  const listeners = new Set<(change: Change) => void>();
  const tell = (): void => {
    // Which commit it was that somebody made is not told.
    for (const listener of listeners) listener("work");
  };
  const thread = await startThread(file, tell);
  const keepers = new Set<AsyncDisposable>();
  return {
    ...storeClient(thread.ask, tell),
    file,
    watch(listener) {
      // A function of its own, so that one listener may watch twice.
      const heard = (change: Change): void => listener(change);
      listeners.add(heard);
      if (listeners.size === 1) thread.watch(true);
      return {
        [Symbol.dispose]() {
          if (listeners.delete(heard) && listeners.size === 0) thread.watch(false);
        },
      };
    },
    keep(workerId, listener) {
      const keeper = keepLeases({ file, workerId, leaseMs, renewMs }, listener);
      keepers.add(keeper);
      return {
        [Symbol.dispose]() {
          if (keepers.delete(keeper)) void keeper[Symbol.asyncDispose]();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...keepers].map((keeper) => keeper[Symbol.asyncDispose]()));
      await thread.close();
    },
  };
}
