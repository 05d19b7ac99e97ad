// The engine's port to a store, on a database.

import type { Store } from "@haft/engine/ports";
import { isWrite, readOf, writeOf } from "../operations/operations.ts";
import { type Ask, storeClient } from "../thread/client.ts";
import type { Database } from "./database.ts";

/** Changes that nobody waits for. */
const QUIET: ReadonlySet<string> = new Set(["claim", "claimNext", "saveSnapshot"]);

/** Who is told of changes. */
export interface Told {
  /** This process, of what may concern others in it. */
  readonly here: () => void;
  /** Other processes, of everything that one of them may wait for. */
  readonly elsewhere: () => void;
}

/** A store whose methods are transactions on the database. */
export function storeOn(database: Database, { here, elsewhere }: Told): Store {
  const ask: Ask = async (name, parameters) => {
    if (!isWrite(name)) return await database.read((moment) => readOf(moment, name, parameters));
    const { value, changed } = await database.write((transaction) => writeOf(transaction, name, parameters));
    if (changed && !QUIET.has(name)) elsewhere();
    return value;
  };
  return storeClient(ask, here);
}
