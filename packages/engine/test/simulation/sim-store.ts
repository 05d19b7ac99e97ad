// The store as one process reaches it: requests and replies take time and get lost, wake-ups are late or never come.

import type { Ports } from "../../src/index.ts";
import type { SimProcess } from "./sim-process.ts";

type SharedStore = Ports["store"];

/** What a client of the store says when it cannot reach it. */
function unreachable(): Error {
  return Object.assign(new Error("the store cannot be reached"), { name: "StoreError", code: "store_unreachable" });
}

/** The store for a process; what it asks goes through what happens to the process. */
export function simStore(store: SharedStore, process: SimProcess, leaseMs: number): SharedStore {
  const { random, clock } = process;
  const ask = async (name: string, ask: () => Promise<unknown>): Promise<unknown> => {
    await process.passes();
    if (process.isCutOff || random.chance(process.faults.lostRequest)) throw unreachable();
    const reply = await ask();
    await process.passes();
    if (process.isCutOff || random.chance(process.faults.lostReply)) {
      throw Object.assign(unreachable(), { after: name });
    }
    return reply;
  };
  const own: Pick<SharedStore, "watch" | "keep"> = {
    watch: (listener) =>
      store.watch((change) => {
        if (random.chance(process.faults.lostWakeup)) return;
        process.ownClock.after(random.below(50), () => listener(change));
      }),
    keep(workerId, listener) {
      let forget = (): void => undefined;
      const renew = (): void => {
        const before = clock.monotonic();
        // One renewal of the store's own: started, and ended at once.
        const hear = ({ runIds }: { readonly runIds: readonly string[] }): void =>
          listener({ runIds, until: process.ownTime(before + leaseMs) });
        if (!process.isStopped && !process.isCutOff) store.keep(workerId, hear)[Symbol.dispose]();
        forget = clock.after(leaseMs / 3, renew);
      };
      process.onDeath(() => forget());
      renew();
      return { [Symbol.dispose]: () => forget() };
    },
  };
  return new Proxy(store, {
    get(target, name) {
      if (name === "watch" || name === "keep") return own[name];
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function" || typeof name !== "string") return method;
      return (...parameters: unknown[]) => ask(name, () => Reflect.apply(method, target, parameters));
    },
  });
}
