// The store as the rest of the process sees it: each method of the port asks, by its name, whoever owns the connection.

import type { Store } from "@haft/engine/ports";
import type { SignalPart } from "../transactions/signal.ts";

/** Asks for a method by its name. */
export type Ask = (name: keyof Store, parameters: readonly unknown[]) => Promise<unknown>;

/** Methods after which somebody in this very process may have something to do; the others tell nobody. */
const TELLS: {
  readonly [M in keyof Store]?: (...made: [Awaited<ReturnType<Store[M]>>, ...Parameters<Store[M]>]) => boolean;
} = {
  create: (_reply, { hold }) => hold === null,
  endWait: () => true,
  vote: () => true,
  cancelRun: () => true,
  fireDue: ({ fired }) => fired > 0,
};

/** A store on top of `ask`. `wrote` is called after a commit that may concern others in this process. */
export function storeClient(ask: Ask, wrote: () => void): Store {
  const method =
    <M extends keyof Store>(name: M) =>
    async (...parameters: Parameters<Store[M]>): Promise<Awaited<ReturnType<Store[M]>>> => {
      // The method of this very name made it: both sides are typed by the port.
      const value = (await ask(name, parameters)) as Awaited<ReturnType<Store[M]>>;
      if (TELLS[name]?.(value, ...parameters)) wrote();
      return value;
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
    vote: method("vote"),
    async signal(request) {
      // The transaction of this very name made them, the first one and those that go on.
      const part = async (from: SignalPart["rest"]) => (await ask("signal", [request, from])) as SignalPart;
      let { rest, ...reply } = await part(null);
      wrote();
      while (rest !== null) {
        const next = await part(rest);
        wrote();
        reply = { ...reply, waits: [...reply.waits, ...next.waits] };
        rest = next.rest;
      }
      return reply;
    },
    savePolicy: method("savePolicy"),
    saveDefinition: method("saveDefinition"),
    saveThread: method("saveThread"),
    removeThread: method("removeThread"),
    prune: method("prune"),
    saveTenant: method("saveTenant"),
    tenants: method("tenants"),
    unnamedBlobs: method("unnamedBlobs"),
    unknownBlobs: method("unknownBlobs"),
    markBlobs: method("markBlobs"),
    forgetBlob: method("forgetBlob"),
    places: method("places"),
    openRuns: method("openRuns"),
    blobsOfRun: method("blobsOfRun"),
    movePlace: method("movePlace"),
    facts: method("facts"),
    saveFact: method("saveFact"),
    saveSnapshot: method("saveSnapshot"),
    saveToolset: method("saveToolset"),
    now: method("now"),
    load: method("load"),
    heldBy: method("heldBy"),
    run: method("run"),
    runs: method("runs"),
    events: method("events"),
    call: method("call"),
    openCalls: method("openCalls"),
    wait: method("wait"),
    waits: method("waits"),
    ids: method("ids"),
    toolset: method("toolset"),
    artifact: method("artifact"),
    artifacts: method("artifacts"),
    policies: method("policies"),
    definition: method("definition"),
    definitions: method("definitions"),
    thread: method("thread"),
    threads: method("threads"),
    runsOfThread: method("runsOfThread"),
    fileWaits: method("fileWaits"),
    remembered: method("remembered"),
    holders: method("holders"),
  };
}
