// The thread that renews the leases of one worker: its own connection and nothing else to do, so that no call, parse or
// commit of the worker's can hold it up.

import { parentPort, workerData } from "node:worker_threads";
import { Database } from "../sqlite/database.ts";
import { drive } from "../sqlite/drive.ts";
import { renew } from "../transactions/renew.ts";

/** What every database's thread is told. */
export interface LeaseSettings {
  readonly workerId: string;
  readonly leaseMs: number;
  readonly renewMs: number;
}

/** Settings of the thread. */
export interface LeaseThreadSettings extends LeaseSettings {
  readonly file: string;
}

/** What it says after each renewal. `until` is on the clock that all threads of the process share. */
export interface Renewed {
  readonly runIds: readonly string[];
  readonly until: number;
}

const settings: LeaseThreadSettings = workerData;
const database = new Database(settings.file);
let timer: NodeJS.Timeout | undefined;

function renewAll(): void {
  // Counted from before the renewal: the lease never ends later for the worker than for the store.
  const before = Number(process.hrtime.bigint()) / 1e6;
  try {
    const runIds = database.write(() => drive(database, renew({ now: Date.now() }, settings)));
    const message: Renewed = { runIds, until: before + settings.leaseMs };
    parentPort?.postMessage(message);
  } catch {
    // Nothing was renewed: the worker stops by itself when the lease it knows of comes to its end.
  }
  timer = setTimeout(renewAll, settings.renewMs);
}

parentPort?.once("message", () => {
  clearTimeout(timer);
  database[Symbol.dispose]();
  parentPort?.close();
});
renewAll();
