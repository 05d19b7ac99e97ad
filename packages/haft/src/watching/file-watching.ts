// Watching the workspaces in which runs wait for files. It owns one watcher for each workspace with open file waits, and
// the looking that finds what no watcher told: at the start, at an interval, and where a workspace cannot be watched (I8).
// It does not own the waits: they are read from the store at every look, so that nothing of them is held here (I7).

import { watch } from "node:fs";
import type { Engine } from "@haft/engine";
import type { FileState, FileWaitPlace } from "@haft/engine/ports";
import { settledChanges } from "./settled-changes.ts";

/** Workspaces with a watcher of their own; the rest is only looked at. */
const MOST_WATCHERS = 4_096;
/** So many waits are read at once; where there are more, one page after the other. */
const PAGE = 10_000;

/** One open file wait. */
interface FileWait extends FileWaitPlace {
  readonly runId: string;
  readonly paths: readonly string[];
  /** Null: it cannot be read, and nothing is told of it. */
  readonly fileState: readonly FileState[] | null;
}

/** What is needed of a watcher of the system. */
export interface FolderWatcher {
  on(event: "change" | "error", heard: () => void): unknown;
  close(): void;
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
  /** How many waits are read at once. Default 10,000. */
  readonly page?: number;
  /** Watches a folder and everything in it; null: it cannot be watched. Default: the system's watcher. */
  readonly watcherOf?: (root: string) => FolderWatcher | null;
  /** Changes were found and told. */
  readonly told?: (runId: string) => void;
}

/** One workspace that is watched. */
interface Workspace {
  /** Null: it cannot be watched, or not any more, and is scanned at every look. */
  watcher: FolderWatcher | null;
  /** Whether something may have changed since it was last scanned. */
  stale: boolean;
  scannedAt: number;
  readonly known: Set<string>;
}

/** One look at everything: whether all of a workspace is scanned in it, and the runs that wait. */
interface Look {
  readonly scanned: Map<string, boolean>;
  readonly runs: Set<string>;
}

/** Watches until it is disposed of. */
export interface FileWatching extends AsyncDisposable {
  /** Looks through all open file waits now, and tells what has changed. */
  look(): Promise<void>;
}

/** Starts watching; with `once` only `look` does anything. */
export function watchFileWaits(options: FileWatchingOptions, once = false): FileWatching {
  const { lookMs = 1_000, scanMs = 30_000, page = PAGE, watcherOf = systemWatcher } = options;
  const workspaces = new Map<string, Workspace>();
  const folders = new Map<string, string | undefined>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  async function folderOf({ tenant, runId }: FileWait): Promise<string | undefined> {
    if (folders.has(runId)) return folders.get(runId);
    try {
      folders.set(runId, await options.workspaceOf(tenant, runId));
    } catch {
      // A run that cannot be read keeps nobody from the others (I13); it is asked for again at the next look.
    }
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
    watcher?.on("error", () => {
      watcher.close();
      made.watcher = null;
    });
    workspaces.set(root, made);
    return made;
  }

  async function tell(root: string, wait: FileWait): Promise<void> {
    const { paths, fileState } = wait;
    if (fileState === null) return;
    const changes = await settledChanges({ root, paths, fileState });
    if (changes.length === 0) return;
    await options.engine.filesChanged(wait.tenant, wait.waitId, changes);
    options.told?.(wait.runId);
  }

  /** Whether everything of a workspace is looked at in this look: said once, for the waits on all its pages. */
  function isScanned(root: string, look: Look): boolean {
    const said = look.scanned.get(root);
    if (said !== undefined) return said;
    const workspace = workspaceAt(root);
    const now = performance.now();
    const scanned = workspace.watcher === null || workspace.stale || now - workspace.scannedAt >= scanMs;
    if (scanned) Object.assign(workspace, { stale: false, scannedAt: now });
    look.scanned.set(root, scanned);
    return scanned;
  }

  async function lookAt(root: string, waits: readonly FileWait[], look: Look): Promise<void> {
    const workspace = workspaceAt(root);
    const due = isScanned(root, look) ? waits : waits.filter((wait) => !workspace.known.has(wait.waitId));
    for (const wait of waits) workspace.known.add(wait.waitId);
    // One that cannot be told keeps none of the others from being told; it is found again at the next look.
    const failed = await Promise.allSettled(due.map((wait) => tell(root, wait)));
    if (failed.some((each) => each.status === "rejected")) workspace.stale = true;
  }

  async function lookThrough(): Promise<void> {
    const look: Look = { scanned: new Map(), runs: new Set() };
    let after: FileWait | undefined;
    do {
      const waits: readonly FileWait[] = await options.engine.fileWaits(options.place, page, after);
      await lookAtPage(waits, look);
      after = waits.length < page ? undefined : waits.at(-1);
    } while (after !== undefined && !ended);
    if (!ended) forget(look);
  }

  async function lookAtPage(waits: readonly FileWait[], look: Look): Promise<void> {
    const byRoot = new Map<string, FileWait[]>();
    for (const wait of waits) {
      look.runs.add(wait.runId);
      const root = await folderOf(wait);
      if (root === undefined) continue;
      const there = byRoot.get(root);
      if (there === undefined) byRoot.set(root, [wait]);
      else there.push(wait);
    }
    await Promise.all([...byRoot].map(([root, each]) => lookAt(root, each, look)));
  }

  function forget({ scanned, runs }: Look): void {
    for (const runId of folders.keys()) if (!runs.has(runId)) folders.delete(runId);
    for (const [root, workspace] of workspaces) {
      if (scanned.has(root)) continue;
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
function systemWatcher(root: string): FolderWatcher | null {
  try {
    return watch(root, { recursive: true, persistent: false });
  } catch {
    return null;
  }
}
