// The parts put together for one command: store, sandboxes, engine, reader; each made when it is first needed.

import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createReader, type Reader, stopBundler } from "@haft/contract";
import { type Blobs, createClock, createEngine, createIds, type Engine, storeId } from "@haft/engine";
import type { PooledSandboxes, Sandboxes } from "@haft/sandbox";
import { writableFolder } from "@haft/sandbox/folders";
import { createFolderBlobs, type OpenedStore, openStore, thisMachine } from "@haft/store";
import { knownPlace, placeOf } from "../files/place.ts";
import { CommandError } from "../session/command-error.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { isDatabaseUrl } from "../session/store-name.ts";
import { lazyEvaluator } from "../toolsets/lazy-evaluator.ts";
import { type FileWatching, watchFileWaits } from "../watching/file-watching.ts";
import { type DiskToolsets, diskToolsets } from "./disk-toolsets.ts";
import { localModels } from "./local-models.ts";
import { localRunner } from "./local-runner.ts";
import { localSources } from "./local-sources.ts";
import { localToolbox } from "./local-toolbox.ts";
import { missingSecretsOf, workspaceOf } from "./run-settings.ts";
import { storeAddress } from "./store-address.ts";

/** What one command works with. */
export interface Parts extends AsyncDisposable {
  readonly store: OpenedStore;
  readonly engine: Engine;
  readonly reader: Reader;
  /** Before a run is claimed: where sandboxes cannot be had at all, that is told while nothing has been written. */
  readyToMove(): Promise<void>;
  /** The folder of blobs, `/data` and workspaces. */
  readonly data: string;
  /** Where the files of the runs are that are made here, if the store is for several machines; undefined: a file, beside them. */
  place(): string | undefined;
  /** Whether the store is for several machines. */
  readonly isShared: boolean;
  /** This machine, as other workers know it. */
  readonly machine: string;
  readonly blobs: Blobs;
  /** Whether a run of that place can be moved here. */
  isHere(place: string | null): boolean;
  /** A worker comes: on a database its data folder is looked at first, and it is known of as long as it is there. */
  arrive(): Promise<AsyncDisposable | undefined>;
  /** The toolsets on disk, as they are now. */
  readonly disk: DiskToolsets;
  /** Watches the files that runs wait for, until it is disposed of. */
  watchFiles(): AsyncDisposable;
  /** Looks once at the files that runs wait for; resolves with the runs that go on because of what has changed. */
  lookAtFiles(): Promise<readonly string[]>;
  /** Names of the secrets that a run was given and this command was not; null: there is no such run. */
  missingSecretsOf(tenant: string, runId: string): Promise<readonly string[] | null>;
  /** Whether a run can be moved with the secrets that were given. */
  hasSecretsOf(tenant: string, runId: string): Promise<boolean>;
}

/** Sandboxes that are not there until they are needed. */
interface LazySandboxes extends Sandboxes {
  /** Makes ready what they stand on. */
  start(): Promise<void>;
}

/** Sandboxes that are started with the first call that needs one: looking at runs starts none. */
function lazySandboxes(options: SessionOptions, mark: string | undefined): LazySandboxes {
  let opened: Promise<PooledSandboxes> | undefined;
  /** On this process's clock: however long the start takes, a deadline does not move. */
  let deadline: number | null = null;
  const left = (): number | null => (deadline === null ? null : Math.max(0, deadline - performance.now()));
  const open = (): Promise<PooledSandboxes> => {
    opened ??= start();
    return opened;
  };
  const start = async (): Promise<PooledSandboxes> => {
    // Loaded here: a command that only looks needs nothing of it.
    const { createSandboxes } = await import("@haft/sandbox");
    const sandboxes = await createSandboxes({
      least: options.isolation ?? "rlimit-only",
      spares: false,
      ...(options.user === undefined ? {} : { user: options.user }),
      ...(options.python === undefined ? {} : { python: options.python }),
      ...(mark === undefined ? {} : { mark }),
    });
    sandboxes.extendDeadline(left());
    return sandboxes;
  };
  return {
    async start() {
      await open();
    },
    take: async (image, signal) => (await open()).take(image, signal),
    probe: async () => (await open()).probe(),
    extendDeadline(milliseconds) {
      deadline = milliseconds === null ? null : performance.now() + milliseconds;
      opened?.then((sandboxes) => sandboxes.extendDeadline(left())).catch(() => undefined);
    },
    async [Symbol.asyncDispose]() {
      const sandboxes = await opened?.catch(() => undefined);
      await sandboxes?.[Symbol.asyncDispose]();
    },
  };
}

/** Everything but the store lies in the data folder: that it cannot is told before anything starts. */
function requireFolder(data: string): void {
  for (let at = data; ; at = dirname(at)) {
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return;
    if (stats !== undefined)
      throw new CommandError("not_a_folder", `the data folder ${data} cannot be made: ${at} is no folder`, {
        hint: "name another with --data DIR, or move that file away",
        usage: true,
      });
    if (at === dirname(at)) return;
  }
}

function onlyForDatabases(store: string): CommandError {
  return new CommandError(
    "usage",
    `HAFT_FILES=shared is for a store on a database server, which several machines can use; ${store} is a file`,
    { usage: true, hint: "leave HAFT_FILES out, or name a database: HAFT_STORE=postgres://haft@host/name" },
  );
}

async function requireSharedFolder(store: OpenedStore, folder: string, machine: string): Promise<void> {
  try {
    const { requireHome } = await import("../files/home.ts");
    await requireHome(store, { files: "shared", machine, folder, place: knownPlace(folder) ?? null });
  } catch (error) {
    await store[Symbol.asyncDispose]();
    throw error;
  }
}

/** Opens the store and puts the parts together. */
export async function openParts(options: SessionOptions): Promise<Parts> {
  const data = resolve(options.data ?? ".haft");
  requireFolder(data);
  const { timing = {} } = options;
  const leases = timing.leaseMs === undefined ? {} : { leaseMs: timing.leaseMs, renewMs: timing.leaseMs / 3 };
  const listenUrl = options.environment?.HAFT_LISTEN_URL;
  const isShared = isDatabaseUrl(storeAddress(options));
  const files = options.files ?? "local";
  if (files === "shared" && !isShared) throw onlyForDatabases(storeAddress(options));
  const store = await openStore(storeAddress(options), {
    ...leases,
    ...(listenUrl === undefined ? {} : { listenUrl }),
  });
  const machine = thisMachine(isShared ? () => placeOf(data) : undefined);
  const here = machine.identity().machine;
  // Where a folder is not mounted there is an empty one: a run that is made there would be nowhere else.
  if (files === "shared" && options.looks !== true) await requireSharedFolder(store, data, here);
  const sandboxes = lazySandboxes(options, machine.mark);
  const evaluator = lazyEvaluator(async () => sandboxes);
  const reader = createReader({ evaluator, ...(options.python === undefined ? {} : { python: options.python }) });
  const disk = diskToolsets(reader, store);
  const user = options.user === undefined ? {} : { user: options.user };
  const ids = createIds();
  const blobs = createFolderBlobs(join(data, "blobs"), () => storeId(store, ids));
  const engine = createEngine(
    {
      store,
      runner: localRunner({
        store,
        sandboxes,
        secrets: options.secrets,
        data,
        dataFolder: (tenant, toolset) => writableFolder({ wanted: join(data, "data", tenant, toolset), ...user }),
      }),
      sources: localSources(store),
      toolbox: localToolbox(disk, store),
      models: localModels(store, options),
      clock: createClock(),
      ids,
      blobs,
      secrets: { values: async () => Object.entries(options.secrets).map(([name, value]) => ({ name, value })) },
      machine,
    },
    timing,
  );
  const watching = (once: boolean, told: (runId: string) => void): FileWatching => {
    // Who only looks makes no place: where there is none yet, no run has files.
    const place = isShared ? ((once ? knownPlace(data) : placeOf(data)) ?? "") : machine.identity().machine;
    return watchFileWaits(
      { engine, place, told, workspaceOf: (tenant, runId) => workspaceOf(engine, tenant, runId, data) },
      once,
    );
  };
  const missing = (tenant: string, runId: string) => missingSecretsOf(engine, tenant, runId, options.secrets);
  return {
    store,
    disk,
    watchFiles: () => watching(false, () => undefined),
    async lookAtFiles() {
      const runs: string[] = [];
      await using once = watching(true, (runId) => runs.push(runId));
      await once.look();
      return runs;
    },
    ...{ isShared, blobs, machine: here },
    async arrive() {
      if (!isShared) return undefined;
      const { arrive } = await import("../files/presence.ts");
      const makePlace = (): string => placeOf(data);
      return arrive({ store, files, makePlace, machine: here, folder: data, place: () => knownPlace(data) ?? null });
    },
    place: () => (isShared ? placeOf(data) : undefined),
    isHere: (place) => place === null || !isShared || place === knownPlace(data),
    missingSecretsOf: missing,
    hasSecretsOf: async (tenant, runId) => (await missing(tenant, runId))?.length === 0,
    engine,
    readyToMove: () => sandboxes.start(),
    reader,
    data,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await reader[Symbol.asyncDispose]();
      await sandboxes[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await stopBundler();
    },
  };
}
