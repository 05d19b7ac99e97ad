// The engine's port to a store, on a database.

import type { Change, Store } from "@haft/engine/ports";
import { isWrite, readOf, writeOf } from "../operations/operations.ts";
import { hasEnded } from "../rows/standing.ts";
import { type Ask, storeClient } from "../thread/client.ts";
import type { Database } from "./database.ts";

/** Changes that nobody waits for. */
const QUIET: ReadonlySet<keyof Store> = new Set([
  ...(["claim", "claimNext", "saveSnapshot"] as const),
  ...(["saveTenant", "prune", "markBlobs", "forgetBlob", "saveFact"] as const),
]);

/** What else than `work` comes of methods: most of what a holder writes is nothing that others could do something about. */
const CHANGES: { readonly [M in keyof Store]?: (...made: Parameters<Store[M]>) => Change } = {
  create: ({ hold }) => (hold === null ? "work" : "log"),
  // The end of a run is the turn of its thread's next one.
  append: ({ decision }) => (decision !== null && hasEnded(decision.standing) ? "work" : "log"),
  giveBack: ({ standing }) => (standing.status === "ready" ? "work" : "log"),
};

/** Who is told of changes. */
export interface Told {
  /** This process, of what may concern others in it. */
  readonly here: () => void;
  /** Other processes, of everything that one of them may wait for. */
  readonly elsewhere: (change: Change) => void;
}

/** A store whose methods are transactions on the database. */
export function storeOn(database: Database, { here, elsewhere }: Told): Store {
  const ask: Ask = async (name, parameters) => {
    if (!isWrite(name)) return await database.read((moment) => readOf(moment, name, parameters));
    const { value, changed } = await database.write((transaction) => writeOf(transaction, name, parameters));
    if (changed && !QUIET.has(name)) elsewhere(changeOf(name, parameters));
    return value;
  };
  return storeClient(ask, here);
}

/** The parameters are those of the method of this very name: see `writeOf`. */
function changeOf(name: keyof Store, parameters: readonly unknown[]): Change {
  const change = CHANGES[name] as ((...made: readonly unknown[]) => Change) | undefined;
  return change?.(...parameters) ?? "work";
}
