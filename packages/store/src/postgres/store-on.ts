// The engine's port to a store, on a database.

import type { Store } from "@haft/engine/ports";
import type { Work } from "../database/work.ts";
import { READS, WRITES } from "../operations/operations.ts";
import { storeClient } from "../thread/client.ts";
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
  const ask = async (method: keyof Store, parameters: readonly unknown[]): Promise<unknown> => {
    if (Object.hasOwn(WRITES, method)) {
      // Called by this package's own client, whose methods have these very parameters.
      const work = WRITES[method as keyof typeof WRITES] as (...given: unknown[]) => Work<unknown>;
      const { value, changed } = await database.write((transaction) => work(transaction, ...parameters));
      if (changed && !QUIET.has(method)) elsewhere();
      return value;
    }
    const read = READS[method as keyof typeof READS] as (...given: unknown[]) => Work<unknown> | Promise<Work<unknown>>;
    return await database.read((transaction) => read(transaction, ...parameters));
  };
  return storeClient(ask, here);
}
