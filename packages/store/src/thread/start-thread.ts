// Starting the store's thread, asking it, and ending it.

import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Store } from "@haft/engine/ports";
import { StoreError } from "../database/store-error.ts";
import type { Ask } from "./client.ts";
import type { FromThread, ThreadSettings, ToThread } from "./messages.ts";
import { receiveError } from "./sent-error.ts";

/** A running thread. */
export interface StoreThread {
  readonly ask: Ask;
  /** Whether the thread tells of other processes' commits. */
  watch(on: boolean): void;
  close(): Promise<void>;
}

interface Asked {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Resolves when the store is open; rejects with a `StoreError`. */
export function startThread(file: string, changed: () => void): Promise<StoreThread> {
  const settings: ThreadSettings = { file };
  const worker = new Worker(new URL(`./store-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: settings,
    name: "haft store",
  });
  const open = new Map<number, Asked>();
  const say = (message: ToThread): void => worker.postMessage(message);
  let last = 0;
  let gone: Error | undefined;

  const ask = (name: keyof Store, parameters: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (gone !== undefined) return reject(gone);
      last += 1;
      open.set(last, { resolve, reject });
      if (open.size === 1) worker.ref();
      say({ type: "do", id: last, name, parameters });
    });
  const take = (id: number): Asked | undefined => {
    const asked = open.get(id);
    open.delete(id);
    // Only what was asked for keeps the process alive, and being closed.
    if (open.size === 0 && gone === undefined) worker.unref();
    return asked;
  };
  const end = (error: Error): void => {
    gone ??= error;
    for (const asked of open.values()) asked.reject(gone);
    open.clear();
  };

  return new Promise((resolve, reject) => {
    const closed = Promise.withResolvers<void>();
    worker.on("message", (message: FromThread) => {
      switch (message.type) {
        case "opened":
          worker.unref();
          return resolve({
            ask,
            watch: (on) => say({ type: "watch", on }),
            close() {
              if (gone === undefined) {
                worker.ref();
                gone = new StoreError("store_closed", `the store ${file} is closed`);
                say({ type: "close" });
              }
              return closed.promise;
            },
          });
        case "refused":
          return reject(receiveError(message.error));
        case "done":
          return take(message.id)?.resolve(message.value);
        case "failed":
          return take(message.id)?.reject(receiveError(message.error));
        case "changed":
          return changed();
        case "closed":
          return;
      }
    });
    worker.on("error", (error) => {
      const fault = error instanceof Error ? error : new Error(String(error));
      end(fault);
      reject(fault);
    });
    worker.on("exit", () => {
      end(new StoreError("store_closed", `the store ${file} is closed`));
      closed.resolve();
    });
  });
}
