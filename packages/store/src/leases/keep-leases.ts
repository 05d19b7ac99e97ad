// Starting and ending the thread that renews leases.

import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { LeaseThreadSettings, Renewed } from "./lease-thread.ts";

/** Renews at once and from then on; tells of each renewal until disposed of. */
export function keepLeases(settings: LeaseThreadSettings, listener: (renewed: Renewed) => void): AsyncDisposable {
  const worker = new Worker(new URL(`./lease-thread${extname(import.meta.url)}`, import.meta.url), {
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
