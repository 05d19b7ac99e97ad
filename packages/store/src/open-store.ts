// The one place that chooses a store by its address, and the only one that names products.

import type { OpenedStore } from "./opened-store.ts";

/** Settings that every store has. */
export interface StoreOptions {
  /** How long a lease lasts after each renewal. Default 30,000. */
  readonly leaseMs?: number;
  /** How often leases are renewed. Default 10,000. */
  readonly renewMs?: number;
  /** For a database on a server: where to listen, if a pooler that shares connections stands before it. */
  readonly listenUrl?: string;
}

/** Whether the address is of a database on a server; otherwise it is a file. */
export function isServer(address: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(address);
}

/**
 * Opens the store at an address: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, or a file. What the other kind needs is
 * not loaded. Rejects with a `StoreError`.
 *
 * ```ts
 * await using store = await openStore("./.haft/haft.db", {});
 * ```
 */
export async function openStore(address: string, options: StoreOptions = {}): Promise<OpenedStore> {
  const { leaseMs, renewMs, listenUrl } = options;
  const leases = { ...(leaseMs === undefined ? {} : { leaseMs }), ...(renewMs === undefined ? {} : { renewMs }) };
  if (isServer(address)) {
    const { openPostgresStore } = await import("./postgres-store.ts");
    return openPostgresStore({ ...leases, url: address, ...(listenUrl === undefined ? {} : { listenUrl }) });
  }
  const { openSqliteStore } = await import("./sqlite-store.ts");
  const store = await openSqliteStore({ ...leases, file: address });
  // A file's changes are always seen: by a watch, and beside it by looking four times a second.
  return Object.assign(store, { place: store.file, wakeupState: () => ({ hears: true, why: null }) });
}
