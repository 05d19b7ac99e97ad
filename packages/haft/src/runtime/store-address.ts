// Where the store of a command is: a file, or a database.

import { join, resolve } from "node:path";
import type { SessionOptions } from "../session/session-options.ts";
import { isDatabaseUrl } from "../session/store-name.ts";

/** The database's address as it was given, or the absolute path of a file, whether it is there or not. */
export function storeAddress({ store, data }: Pick<SessionOptions, "store" | "data">): string {
  if (store !== undefined && isDatabaseUrl(store)) return store;
  return resolve(store ?? join(data ?? ".haft", "haft.db"));
}
