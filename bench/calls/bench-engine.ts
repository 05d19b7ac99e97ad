// An engine with a durable log in a folder of its own, whose calls go to sandboxes or, for the appends alone, nowhere.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock, createEngine, createIds, type Engine, type Runner, settingsDigest } from "@haft/engine";
import type { Sandboxes, ToolsetImage } from "@haft/sandbox";
import { createFolderBlobs, openSqliteStore, thisMachine } from "@haft/store";
import type { BenchTool } from "./bench-tool.ts";

const NO_GRANTS = settingsDigest({ network: false, secrets: [], subprocess: false, env: [] });

/** A runner on sandboxes of one image. */
export function sandboxRunner(sandboxes: Sandboxes, image: ToolsetImage): Runner {
  return {
    settingsDigest: () => NO_GRANTS,
    async prepare(call, signal) {
      const seat = await sandboxes.take(image, signal);
      const ctx = {
        tenantId: call.tenant,
        sessionId: call.threadId,
        runId: call.runId,
        callId: call.callId,
        bundle: call.toolset,
        config: {},
        dataDir: null,
        workdir: null,
        idempotencyKey: call.callId,
      };
      return {
        kind: "prepared",
        place: {
          isolation: seat.isolation.level,
          interpreter: seat.interpreter,
          settingsDigest: NO_GRANTS,
          run: (input, observer, abort) =>
            seat.call(
              {
                callId: call.callId,
                tool: call.tool,
                phase: "call",
                arguments: input.phase === "call" ? input.arguments : {},
                ctx,
                timeoutSeconds: call.timeoutSeconds,
              },
              observer,
              abort,
            ),
          release: () => seat.release(),
        },
      };
    },
  };
}

/** A runner that answers at once: what is left of a call is its appends. */
export function directRunner(answer: (args: Readonly<Record<string, unknown>>) => number): Runner {
  return {
    settingsDigest: () => NO_GRANTS,
    prepare: async () => ({
      kind: "prepared",
      place: {
        isolation: "none",
        interpreter: "none",
        settingsDigest: NO_GRANTS,
        run: async (input) => ({ kind: "result", value: input.phase === "call" ? answer(input.arguments) : 0 }),
        release: () => {},
      },
    }),
  };
}

/** An engine, and one call of the tool through it. */
export interface BenchEngine extends AsyncDisposable {
  readonly engine: Engine;
  call(tool: BenchTool): Promise<void>;
}

/** Opens an engine on a new store. */
export async function benchEngine(runner: Runner): Promise<BenchEngine> {
  const folder = mkdtempSync(join(tmpdir(), "haft-bench-"));
  const store = await openSqliteStore({ file: join(folder, "haft.db") });
  const engine = createEngine({
    store,
    runner,
    clock: createClock(),
    ids: createIds(),
    blobs: createFolderBlobs(join(folder, "blobs")),
    secrets: { values: async () => [] },
    sources: { current: async () => null },
    machine: thisMachine(),
  });
  return {
    engine,
    async call({ descriptor, module }) {
      const started = await engine.startCall({
        tenant: "local",
        toolset: "bench",
        version: "1",
        digest: module.digest,
        tool: descriptor,
        arguments: { a: 1, b: 2 },
        requestedBy: "bench",
      });
      const outcome = await engine.outcome("local", started.callId);
      if (outcome.value !== 3) throw new Error(`the call came to ${JSON.stringify(outcome)}`);
    },
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
