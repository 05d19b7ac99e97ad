// Where the store of a command is.

import { join, resolve } from "node:path";
import type { SessionOptions } from "../cli/session.ts";

/** Absolute path of the store's file, whether it is there or not. */
export function storeFile({ store, data }: Pick<SessionOptions, "store" | "data">): string {
  return resolve(store ?? join(data ?? ".haft", "haft.db"));
}
