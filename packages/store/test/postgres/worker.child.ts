// One of several workers on one store: moves whatever it can until it is killed. What its tools did to the world they append
// to a ledger, with the time.

import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { setImmediate, setTimeout } from "node:timers/promises";
import { createClock, createEngine, createIds, type PhaseOutcome } from "@haft/engine";
import { createFolderBlobs, openStore, thisMachine } from "../../src/index.ts";

const [url = "", ledger = "", lease = ""] = process.argv.slice(2);
/** How long the slow tool works before it has an effect: a lease may be lost meanwhile. */
const SLOW_MS = 400;

async function phase(tool: string, name: string, line: string, signal: AbortSignal): Promise<PhaseOutcome> {
  await setTimeout(tool === "slow" ? SLOW_MS : 1, undefined, { signal }).catch(() => undefined);
  // A process that stood still is late with all its timers: those that end the call come before its effect, as a launcher's would.
  await setImmediate();
  if (signal.aborted) {
    return { kind: "error", error: { type: "cancelled", message: "ended with its worker's lease" } };
  }
  appendFileSync(ledger, `${line} ${Date.now()}\n`);
  if (name !== "call") return { kind: "result", value: name };
  if (tool === "ask") return { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} };
  if (tool === "sleep") return { kind: "yield", wait: "time", params: { seconds: 0.05 }, meta: {} };
  return { kind: "result", value: tool };
}

const leaseMs = Number(lease);
const leases = { leaseMs, renewMs: leaseMs / 4 };
const store = await openStore(url, leases);
const engine = createEngine(
  {
    store,
    clock: createClock(),
    ids: createIds(),
    blobs: createFolderBlobs(tmpdir()),
    secrets: { values: async () => [] },
    sources: { current: async () => ({ version: "1", digest: "d" }) },
    machine: thisMachine(),
    models: { find: async () => null, ask: async () => Promise.reject(new Error("no model is asked")) },
    toolbox: { discover: async () => ({ tools: [], missing: [] }) },
    runner: {
      settingsDigest: () => "s",
      prepare: async ({ tool, callId }) => ({
        kind: "prepared",
        place: {
          ...{ isolation: "none", interpreter: "fake", settingsDigest: "s", release: () => undefined },
          run(input, _observer, signal) {
            const name = input.phase === "call" ? "call" : input.waitId;
            return phase(tool, name, `${callId} ${name}`, signal);
          },
        },
      }),
    },
  },
  { leaseMs, startMarginMs: leaseMs / 3, stopMarginMs: leaseMs / 6, lookMs: 200, troubleMs: [100, 200, 500] },
);
console.log("working");
await engine.work({ concurrency: 4, signal: new AbortController().signal });
