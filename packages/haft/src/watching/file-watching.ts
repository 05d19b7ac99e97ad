// Watching the workspaces in which runs wait for files. It owns one watcher for each workspace with open file waits, and
// the looking that finds what no watcher told: at the start, at an interval, and where a workspace cannot be watched (I8).
// It does not own the waits: they are read from the store at every look, so that nothing of them is held here (I7).

import { type FSWatcher, watch } from "node:fs";
import type { Engine } from "@haft/engine";
import type { FileState } from "@haft/engine/ports";
import { settledChanges } from "./settled-changes.ts";

/** Workspaces with a watcher of their own; the rest is only looked at. */
const MOST_WATCHERS = 4_096;
/** So many waits are read at once. */
const MOST_WAITS = 10_000;

/** One open file wait. */
interface FileWait {
  readonly tenant: string;
  readonly waitId: string;
  readonly runId: string;
  readonly paths: readonly string[];
  readonly fileState: readonly FileState[];
}

/** What watching works with. */
export interface FileWatchingOptions {
  readonly engine: Pick<Engine, "fileWaits" | "filesChanged">;
  readonly place: string;
  /** The folder of a run's workspace; undefined: it has none, or it is gone. */
  readonly workspaceOf: (tenant: string, runId: string) => Promise<string | undefined>;
  /** How often the waits are looked through. Default 1,000. */
  readonly lookMs?: number;
  /** How often a workspace that has a watcher is scanned all the same. Default 30,000. */
  readonly scanMs?: number;
  /** Changes were found and told. */
  readonly told?: (runId: string) => void;
}

/** One workspace that is watched. */
interface Workspace {
  readonly watcher: FSWatcher | null;
  /** Whether something may have changed since it was last scanned. */
  stale: boolean;
  scannedAt: number;
  readonly known: Set<string>;
}

/** Watches until it is disposed of. */
export interface FileWatching extends AsyncDisposable {
  /** Looks through all open file waits now, and tells what has changed. */
  look(): Promise<void>;
}

/** Starts watching; with `once` only `look` does anything. */
export function watchFileWaits(options: FileWatchingOptions, once = false): FileWatching {
  const { lookMs = 1_000, scanMs = 30_000 } = options;
  const workspaces = new Map<string, Workspace>();
  const folders = new Map<string, string | undefined>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function folderOf({ tenant, runId }: FileWait): Promise<string | undefined> {
    if (!folders.has(runId)) folders.set(runId, await options.workspaceOf(tenant, runId));
    return folders.get(runId);
  }

  function workspaceAt(root: string): Workspace {
    const before = workspaces.get(root);
    if (before !== undefined) return before;
    const watcher = once || workspaces.size >= MOST_WATCHERS ? null : watcherOf(root);
    const made: Workspace = { watcher, stale: true, scannedAt: 0, known: new Set() };
    watcher?.on("change", () => {
      made.stale = true;
      void look();
    });
    // A folder that cannot be watched any more is scanned at every look.
    watcher?.on("error", () => watcher.close());
    workspaces.set(root, made);
    return made;
  }

  async function tell(root: string, wait: FileWait): Promise<void> {
    const changes = await settledChanges({ root, paths: wait.paths, fileState: wait.fileState });
    if (changes.length === 0) return;
    await options.engine.filesChanged(wait.tenant, wait.waitId, changes);
    options.told?.(wait.runId);
  }

  async function lookAt(root: string, waits: readonly FileWait[]): Promise<void> {
    const workspace = workspaceAt(root);
    const now = performance.now();
    const all = workspace.watcher === null || workspace.stale || now - workspace.scannedAt >= scanMs;
    const due = all ? waits : waits.filter((wait) => !workspace.known.has(wait.waitId));
    if (all) Object.assign(workspace, { stale: false, scannedAt: now });
    for (const wait of waits) workspace.known.add(wait.waitId);
    // One that cannot be told keeps none of the others from being told; it is found again at the next look.
    const failed = await Promise.allSettled(due.map((wait) => tell(root, wait)));
    if (failed.some((each) => each.status === "rejected")) workspace.stale = true;
  }

  async function lookThrough(): Promise<void> {
    const waits = await options.engine.fileWaits(options.place, MOST_WAITS);
    const byRoot = new Map<string, FileWait[]>();
    for (const wait of waits) {
      const root = await folderOf(wait);
      if (root !== undefined) byRoot.set(root, [...(byRoot.get(root) ?? []), wait]);
    }
    forget(byRoot, waits);
    await Promise.all([...byRoot].map(([root, each]) => lookAt(root, each)));
  }

  function forget(wanted: ReadonlyMap<string, readonly FileWait[]>, waits: readonly FileWait[]): void {
    const runs = new Set(waits.map((wait) => wait.runId));
    for (const runId of folders.keys()) if (!runs.has(runId)) folders.delete(runId);
    for (const [root, workspace] of workspaces) {
      if (wanted.has(root)) continue;
      workspace.watcher?.close();
      workspaces.delete(root);
    }
  }

  function look(): Promise<void> {
    looking ??= lookThrough().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  function lookAgain(): void {
    // A store that fails now is asked again at the next look; the worker itself says what is wrong with it.
    look()
      .catch(() => undefined)
      .finally(() => {
        if (!ended) timer = setTimeout(lookAgain, lookMs);
      });
  }

  if (!once) lookAgain();
  return {
    look,
    async [Symbol.asyncDispose]() {
      ended = true;
      clearTimeout(timer);
      for (const { watcher } of workspaces.values()) watcher?.close();
      workspaces.clear();
      await looking?.catch(() => undefined);
    },
  };
}

/** A watcher of a folder and everything in it; null where there can be none. It keeps no process alive. */
function watcherOf(root: string): FSWatcher | null {
  try {
    return watch(root, { recursive: true, persistent: false });
  } catch {
    return null;
  }
}
