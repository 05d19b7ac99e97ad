// Starting and ending the thread that renews leases.

import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { LeaseSettings, Renewed } from "./lease-thread.ts";

/** The thread's module for SQLite. */
const SQLITE = new URL(`./lease-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Renews at once and from then on; tells of each renewal until disposed of. `module` is the thread's for the database that
 * the settings name.
 */
export function keepLeases<S extends LeaseSettings>(
  settings: S,
  listener: (renewed: Renewed) => void,
  module: URL = SQLITE,
): AsyncDisposable {
  const worker = new Worker(module, {
    workerData: settings,
    name: "haft leases",
  });
  const ended = Promise.withResolvers<void>();
  worker.on("message", (renewed: Renewed) => listener(renewed));
  // Without renewals the worker fences itself; a thread that cannot start needs no more than that.
  worker.on("error", () => ended.resolve());
  worker.on("exit", () => ended.resolve());
  worker.unref();
  return {
    [Symbol.asyncDispose]() {
      worker.ref();
      worker.postMessage("end");
      return ended.promise;
    },
  };
}
