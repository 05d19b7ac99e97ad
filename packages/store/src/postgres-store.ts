// The store on a PostgreSQL database, for any number of workers on any number of machines.

import { randomUUID } from "node:crypto";
import { extname } from "node:path";
import type { Change } from "@haft/engine/ports";
import { keepLeases } from "./leases/keep-leases.ts";
import type { OpenedStore } from "./opened-store.ts";
import { addressOf } from "./postgres/address.ts";
import { announcer } from "./postgres/announce.ts";
import { PATIENT } from "./postgres/connection.ts";
import { databaseOf } from "./postgres/database.ts";
import type { PostgresLeaseSettings } from "./postgres/lease-thread.ts";
import { migrate } from "./postgres/migrate.ts";
import { storeOn } from "./postgres/store-on.ts";
import { type Wakeups as Waking, wakeups } from "./postgres/wakeups.ts";

/** Settings of a store on PostgreSQL. */
export interface PostgresStoreOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE` */
  readonly url: string;
  /** How long a lease lasts after each renewal. Default 30,000. */
  readonly leaseMs?: number;
  /** How often leases are renewed. Default 10,000. */
  readonly renewMs?: number;
  /** Where to listen, if a pooler that shares connections stands before `url`. Default `url`. */
  readonly listenUrl?: string;
  /** At most so many connections for statements; one more listens, and one more renews leases. Default 10. */
  readonly connections?: number;
}

const LEASE_THREAD = new URL(`./postgres/lease-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Opens the store, and makes or migrates it where it is new or older. Rejects with a `StoreError`: `store_unreachable`,
 * `store_denied`, `store_too_new`, `store_unreadable`, `store_read_only`.
 *
 * ```ts
 * await using store = await openPostgresStore({ url: "postgres://haft:secret@localhost/haft" });
 * const runs = await store.runs("local", { limit: 20 });
 * ```
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedStore> {
  const { leaseMs = 30_000, renewMs = 10_000, connections = 10 } = options;
  const { url, place } = addressOf(options.url);
  const { url: listenUrl } = addressOf(options.listenUrl ?? url);
  await migrate(url, place);
  const database = databaseOf({ url, place, most: connections });
  const name = randomUUID();
  const announce = announcer(database, name);
  const listeners = new Set<(change: Change) => void>();
  const tell = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };
  const keepers = new Set<AsyncDisposable>();
  let waking: Waking | undefined;

  return {
    ...storeOn(database, { here: () => tell("work"), elsewhere: announce }),
    place,
    wakeupState: () => waking?.state() ?? null,
    watch(listener) {
      // A function of its own, so that one listener may watch twice.
      const heard = (change: Change): void => listener(change);
      listeners.add(heard);
      waking ??= wakeups({
        ...{ name, announce, changed: tell },
        url: listenUrl,
        connectMs: PATIENT.connectMs,
      });
      return {
        [Symbol.dispose]() {
          if (!listeners.delete(heard) || listeners.size > 0) return;
          void waking?.[Symbol.asyncDispose]();
          waking = undefined;
        },
      };
    },
    keep(workerId, listener) {
      const settings: PostgresLeaseSettings = { url, place, workerId, leaseMs, renewMs };
      const keeper = keepLeases(settings, listener, LEASE_THREAD);
      keepers.add(keeper);
      return {
        [Symbol.dispose]() {
          if (keepers.delete(keeper)) void keeper[Symbol.asyncDispose]();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...keepers].map((keeper) => keeper[Symbol.asyncDispose]()));
      await waking?.[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}
