// An engine on a real store, with a clock and a runner that a test controls. Several engines may share one store, as
// several workers would.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderBlobs } from "@haft/store";
import { openInProcessStore } from "@haft/store/in-process";
import {
  type Blobs,
  type CallRequest,
  createEngine,
  createIds,
  type Engine,
  type JsonObject,
  type Person,
  type RunEvent,
  type Secrets,
  type SecretValue,
  type WorkerSettings,
} from "../../src/index.ts";
import { FakeModels } from "./fake-models.ts";
import { FakeRunner } from "./fake-runner.ts";
import { FakeToolbox } from "./fake-toolbox.ts";
import { standStillFor, VirtualClock } from "./virtual-clock.ts";

/** When the store's clock starts. */
export const START = Date.parse("2030-01-01T00:00:00.000Z");

/** What a test of the engine works with. */
export interface Fixture extends AsyncDisposable {
  readonly folder: string;
  readonly clock: VirtualClock;
  readonly store: ReturnType<typeof openInProcessStore>;
  readonly runner: FakeRunner;
  readonly models: FakeModels;
  /** Of all agents, and of all workers. */
  readonly toolbox: FakeToolbox;
  readonly engine: Engine;
  /** The current source; a test changes it. */
  readonly source: { version: string; digest: string } | { gone: true };
  secrets: readonly SecretValue[];
  /** Workers that are seen to be gone. */
  readonly gone: Set<string>;
  /** Another worker on the same store. */
  another(
    settings?: Partial<WorkerSettings>,
    secrets?: Secrets,
    /** Where its files are; default: its machine. */
    place?: string,
  ): { readonly engine: Engine; readonly runner: FakeRunner; readonly models: FakeModels };
  types(runId: string): Promise<string[]>;
  /** Sets the store's clock forward, in milliseconds; spans stay what they are. */
  setForward(milliseconds: number): void;
}

/** Opens a fixture in a folder of its own. */
export async function fixture(settings: Partial<WorkerSettings> = {}): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), "haft-engine-"));
  const clock = new VirtualClock();
  let ahead = 0;
  const now = (): number => START + ahead + clock.monotonic();
  const leaseMs = settings.leaseMs ?? 30_000;
  const store = openInProcessStore({ file: join(folder, "haft.db"), now, clock, leaseMs, renewMs: leaseMs / 3 });
  const source = { version: "1", digest: "d1" };
  const toolbox = new FakeToolbox();
  const gone = new Set<string>();
  const engines: Engine[] = [];
  let machines = 0;
  const state = { secrets: [] as readonly SecretValue[] };
  const another = (more: Partial<WorkerSettings> = {}, secrets?: Secrets, place?: string) => {
    const runner = new FakeRunner();
    const models = new FakeModels();
    machines += 1;
    const machine = `machine-${machines}`;
    const engine = createEngine(
      {
        store,
        runner,
        clock,
        ids: createIds(),
        blobs: folderBlobs(folder),
        secrets: secrets ?? { values: async () => state.secrets },
        sources: { current: async () => ("gone" in source ? null : source) },
        machine: {
          identity: () => ({ machine, processes: [] }),
          isGone: (worker) => gone.has(worker.machine),
          ...(place === undefined ? {} : { place: () => place }),
        },
        models,
        toolbox,
      },
      { ...settings, ...more },
    );
    engines.push(engine);
    return { engine, runner, models };
  };
  const first = another();
  return {
    folder,
    clock,
    store,
    ...first,
    toolbox,
    source,
    gone,
    another,
    get secrets() {
      return state.secrets;
    },
    set secrets(values) {
      state.secrets = values;
    },
    async types(runId) {
      return (await first.engine.events("local", runId)).map((event: RunEvent) => event.type);
    },
    setForward(milliseconds) {
      ahead += milliseconds;
    },
    async [Symbol.asyncDispose]() {
      for (const engine of engines) {
        const stopped = engine.stop(0);
        await clock.pass(100);
        await stopped;
      }
      store[Symbol.dispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** Blobs as files, for which virtual time stands still. */
function folderBlobs(folder: string): Blobs {
  const { put, get } = createFolderBlobs(join(folder, "blobs"));
  return {
    put: (tenant, bytes) => standStillFor(put(tenant, bytes)),
    get: (tenant, digest) => standStillFor(get(tenant, digest)),
  };
}

/** Somebody, with roles or without. */
export function person(name: string, ...roles: readonly string[]): Person {
  return { name, roles };
}

/** A call of a tool that may wait. */
export function request(given: Partial<CallRequest> & { readonly args?: JsonObject } = {}): CallRequest {
  const { args, ...rest } = given;
  return {
    tenant: "local",
    toolset: "desk",
    version: "1",
    digest: "d1",
    tool: {
      name: "ask",
      description: "Ask.",
      inputSchema: { type: "object", properties: { x: { type: "integer" } }, additionalProperties: false },
      examples: [],
      yields: true,
      timeoutSeconds: 30,
      capabilities: [],
      approval: { required: false },
      annotations: {},
      language: "python",
      function: "ask",
      takesContext: false,
      location: { file: "desk.py", line: 1, endLine: 2 },
    },
    resume: { on: ["answer"], idempotent: false },
    arguments: args ?? { x: 1 },
    requestedBy: "ada",
    ...rest,
  };
}
