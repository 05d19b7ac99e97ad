// The thread that renews the leases of one worker on PostgreSQL: its own connection and nothing else to do, so that no call,
// parse or commit of the worker's can hold it up.

import { parentPort, workerData } from "node:worker_threads";
import type { LeaseSettings, Renewed } from "../leases/lease-thread.ts";
import { renew } from "../transactions/renew.ts";
import { databaseOf } from "./database.ts";

/** Settings of the thread. */
export interface PostgresLeaseSettings extends LeaseSettings {
  readonly url: string;
  readonly place: string;
}

const settings: PostgresLeaseSettings = workerData;
const { renewMs, url, place } = settings;
// One attempt is short, so that there are several before a lease comes to its end.
const short = Math.max(Math.min(renewMs / 2, 3_000), 200);
const database = databaseOf({
  ...{ url, place, most: 1 },
  patience: { connectMs: short, replyMs: short, lockMs: short, attemptsMs: 0 },
});
let timer: NodeJS.Timeout | undefined;
let ended = false;

async function renewAll(): Promise<void> {
  // Counted from before the renewal: the lease never ends later for the worker than for the store.
  const before = Number(process.hrtime.bigint()) / 1e6;
  let pause = renewMs;
  try {
    const { value } = await database.write((transaction) => renew(transaction, settings));
    const message: Renewed = { runIds: value, until: before + settings.leaseMs };
    parentPort?.postMessage(message);
  } catch {
    // Nothing was renewed: the worker stops by itself when the lease it knows of comes to its end. Until then it is tried.
    pause = Math.min(renewMs / 10, 500);
  }
  if (!ended) timer = setTimeout(renewAll, pause);
}

parentPort?.once("message", () => {
  ended = true;
  clearTimeout(timer);
  void database[Symbol.asyncDispose]();
  parentPort?.close();
});
void renewAll();
