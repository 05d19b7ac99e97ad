// The same store without threads, on a clock that is given: for simulations and tests, in which time stands still until it
// is told to go on. Commits block the process.

import type { Change, Clock, Leases, Store, Wakeups } from "@haft/engine/ports";
import { drive } from "./sqlite/drive.ts";
import { openDatabase } from "./sqlite/open.ts";
import { storeClient } from "./thread/client.ts";
import { createCore } from "./thread/core.ts";
import { renew } from "./transactions/renew.ts";

/** Settings of a store without threads. */
export interface InProcessOptions {
  readonly file: string;
  /** The store's clock: milliseconds since the epoch. */
  readonly now: () => number;
  /** Times the renewals. */
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly renewMs: number;
}

/** Opens the store. Throws a `StoreError`. */
export function openInProcessStore(options: InProcessOptions): Store & Wakeups & Leases & Disposable {
  const { clock, leaseMs, renewMs, now } = options;
  const core = createCore(openDatabase(options.file), now);
  const listeners = new Set<(change: Change) => void>();
  let flushing = false;
  const flushSoon = (): void => {
    if (flushing) return;
    flushing = true;
    queueMicrotask(() => {
      flushing = false;
      core.flush();
    });
  };
  const ask = (name: keyof Store, parameters: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      core.ask(name, parameters, { done: resolve, failed: reject });
      flushSoon();
    });
  const tell = (): void => {
    for (const listener of listeners) listener("work");
  };
  return {
    ...storeClient(ask, tell),
    watch(listener) {
      const heard = (change: Change): void => listener(change);
      listeners.add(heard);
      return { [Symbol.dispose]: () => void listeners.delete(heard) };
    },
    keep(workerId, listener) {
      let forget = (): void => undefined;
      const again = (): void => {
        const until = clock.monotonic() + leaseMs;
        const { database } = core;
        const work = () => renew({ now: now() }, { workerId, leaseMs });
        listener({ runIds: database.write(() => drive(database, work())), until });
        forget = clock.after(renewMs, again);
      };
      again();
      return { [Symbol.dispose]: () => forget() };
    },
    [Symbol.dispose]: () => core[Symbol.dispose](),
  };
}
