// The store as the rest of the process sees it: each method of the port asks, by its name, whoever owns the connection.

import type { Store } from "@haft/engine/ports";

/** Asks for a method by its name. */
export type Ask = (name: keyof Store, parameters: readonly unknown[]) => Promise<unknown>;

/** Methods after which somebody in this very process may have something to do. */
const TELLS: ReadonlySet<keyof Store> = new Set(["endWait", "cancelRun", "fireDue"]);

/** A store on top of `ask`. `wrote` is called after a commit that may concern others in this process. */
export function storeClient(ask: Ask, wrote: () => void): Store {
  const method =
    <M extends keyof Store>(name: M) =>
    async (...parameters: Parameters<Store[M]>): Promise<Awaited<ReturnType<Store[M]>>> => {
      const value = await ask(name, parameters);
      if (TELLS.has(name)) wrote();
      // The method of this very name made it: both sides are typed by the port.
      return value as Awaited<ReturnType<Store[M]>>;
    };
  return {
    create: method("create"),
    claim: method("claim"),
    claimNext: method("claimNext"),
    append: method("append"),
    giveBack: method("giveBack"),
    note: method("note"),
    endWait: method("endWait"),
    cancelRun: method("cancelRun"),
    fireDue: method("fireDue"),
    saveSnapshot: method("saveSnapshot"),
    saveToolset: method("saveToolset"),
    now: method("now"),
    load: method("load"),
    heads: method("heads"),
    run: method("run"),
    runs: method("runs"),
    events: method("events"),
    call: method("call"),
    wait: method("wait"),
    waits: method("waits"),
    ids: method("ids"),
    toolset: method("toolset"),
    artifact: method("artifact"),
    artifacts: method("artifacts"),
    holders: method("holders"),
  };
}
