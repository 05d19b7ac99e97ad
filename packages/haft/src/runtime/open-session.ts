// Opening a session: on the store, or, for a command that only looks where there is none, on nothing.

import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Session } from "../session/session.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { isDatabaseUrl } from "../session/store-name.ts";
import { mended } from "./as-command-error.ts";
import { openLocalSession } from "./local-session.ts";
import { noStore } from "./no-store.ts";
import { storeAddress } from "./store-address.ts";

/** Opens a session. Rejects with `store_read_only`, `store_too_new`, `store_unreadable`, `disk_full` … */
export async function openSession(options: SessionOptions): Promise<Session> {
  const file = storeAddress(options);
  if (isDatabaseUrl(file)) return openLocalSession(options);
  return options.looks === true && couldBe(file) && !existsSync(file)
    ? withoutStore(file, options)
    : openLocalSession(options);
}

/** Evals need no store that is there: each has one of its own. */
function withoutStore(file: string, options: SessionOptions): Session {
  return {
    ...noStore(file),
    evals: (path, observer, signal) =>
      mended(async () => {
        const { runEvals } = await import("../evals/run-evals.ts");
        return runEvals(path, options, openLocalSession, observer, signal);
      }),
  };
}

/** Whether there could be a store at a path: what lies below a file is a mistake to be told, not a store to be made. */
function couldBe(file: string): boolean {
  let folder = dirname(file);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return statSync(folder).isDirectory();
}
