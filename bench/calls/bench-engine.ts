// An engine with a durable log in a folder of its own, whose calls go to sandboxes or, for the appends alone, nowhere.

import { join } from "node:path";
import {
  createClock,
  createEngine,
  createIds,
  type Engine,
  type PhaseInput,
  type PhaseOutcome,
  type Ports,
  type Runner,
  type RunnerCall,
  settingsDigest,
} from "@haft/engine";
import type { Sandboxes, ToolsetImage } from "@haft/sandbox";
import { createFolderBlobs, openSqliteStore, type SqliteStore, thisMachine } from "@haft/store";
import type { BenchTool } from "./bench-tool.ts";
import { benchFolder } from "./folder.ts";

const NO_GRANTS = settingsDigest({ network: false, secrets: [], subprocess: false, env: [] });

const NO_MODELS: Ports["models"] = {
  find: async () => null,
  ask: async () => ({ kind: "failure", error: { type: "no_model", message: "there is none" }, retryable: false }),
};

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
                ...(input.phase === "call"
                  ? { phase: "call" as const, arguments: input.arguments }
                  : { phase: "resume" as const, payload: input.payload, meta: input.meta }),
                ctx: input.phase === "call" ? ctx : { ...ctx, parkedAt: input.parkedAt },
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

/** A runner that runs phases in this very process. */
export function inProcessRunner(run: (call: RunnerCall, input: PhaseInput) => Promise<PhaseOutcome>): Runner {
  return {
    settingsDigest: () => NO_GRANTS,
    prepare: async (call) => ({
      kind: "prepared",
      place: {
        isolation: "none",
        interpreter: "none",
        settingsDigest: NO_GRANTS,
        run: (input) => run(call, input),
        release: () => {},
      },
    }),
  };
}

/** A runner that answers at once: what is left of a call is its appends. */
export function directRunner(answer: (args: Readonly<Record<string, unknown>>) => number): Runner {
  return inProcessRunner(async (_call, input) => ({
    kind: "result",
    value: input.phase === "call" ? answer(input.arguments) : 0,
  }));
}

/** An engine, and one call of the tool through it. */
export interface BenchEngine extends AsyncDisposable {
  readonly engine: Engine;
  call(tool: BenchTool): Promise<void>;
}

/** An engine on the store of a folder, which stays when the engine goes. */
export interface FolderEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly store: SqliteStore;
}

/** Opens an engine on the store of a folder; `seen` may look at what it does to the store. */
export async function folderEngine(
  folder: string,
  runner: Runner,
  seen: (store: SqliteStore) => SqliteStore = (store) => store,
): Promise<FolderEngine> {
  const store = await openSqliteStore({ file: join(folder, "haft.db") });
  const engine = createEngine(benchPorts({ store: seen(store), folder, runner }));
  return {
    engine,
    store,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

/** The ports of an engine: those that are given, and for the rest nothing that would take time. */
export function benchPorts({
  folder,
  ...given
}: Pick<Ports, "store" | "runner"> & Partial<Ports> & { readonly folder: string }): Ports {
  return {
    clock: createClock(),
    ids: createIds(),
    blobs: createFolderBlobs(join(folder, "blobs")),
    secrets: { values: async () => [] },
    // Nothing changes a source of the benchmarks.
    sources: { current: async ({ version, digest }) => ({ version, digest }) },
    machine: thisMachine(),
    models: NO_MODELS,
    toolbox: { discover: async () => ({ tools: [], missing: [] }) },
    ...given,
  };
}

/** Opens an engine on a new store. */
export async function benchEngine(runner: Runner): Promise<BenchEngine> {
  const folder = benchFolder();
  const opened = await folderEngine(folder.path, runner);
  const { engine } = opened;
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
      await opened[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
