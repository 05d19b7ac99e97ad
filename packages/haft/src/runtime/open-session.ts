// Opening a session: on the store, or, for a command that only looks where there is none, on nothing.

import { existsSync } from "node:fs";
import type { Session, SessionOptions } from "../cli/session.ts";
import { openLocalSession } from "./local-session.ts";
import { noStore } from "./no-store.ts";
import { storeFile } from "./store-file.ts";

/** Opens a session. Rejects with `store_read_only`, `store_too_new`, `store_unreadable`, `disk_full` … */
export async function openSession(options: SessionOptions): Promise<Session> {
  const file = storeFile(options);
  return options.looks === true && !existsSync(file) ? noStore(file) : openLocalSession(options);
}
