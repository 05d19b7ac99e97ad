// Asks a thread to validate, for values that might never be done with.

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Validation } from "../../src/validation/index.ts";

/** What validating gives; rejects, with the thread ended, when the signal says so. */
export async function answered(schema: object, value: unknown, signal: AbortSignal): Promise<Validation> {
  const worker = new Worker(new URL("./validating-thread.ts", import.meta.url), { workerData: { schema, value } });
  try {
    const [result] = await once(worker, "message", { signal });
    return result;
  } finally {
    await worker.terminate();
  }
}
