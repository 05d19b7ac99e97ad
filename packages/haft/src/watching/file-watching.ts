// Watching the workspaces in which runs wait for files. It owns one watcher for each workspace with open file waits, and
// the looking that finds what no watcher told: at the start, at an interval, and where a workspace cannot be watched (I8).
// It does not own the waits: they are read from the store at every look, so that nothing of them is held here (I7).

import type { Engine } from "@haft/engine";
import type { FileState, FileWaitPlace } from "@haft/engine/ports";
import { settledChanges } from "./settled-changes.ts";
import { systemWatcher, WatchedWorkspaces, type WatcherOf } from "./watched-workspaces.ts";

/** So many waits are read at once; where there are more, one page after the other. */
const PAGE = 10_000;

/** One open file wait. */
interface FileWait extends FileWaitPlace {
  readonly runId: string;
  readonly paths: readonly string[];
  /** Null: it cannot be read, and nothing is told of it. */
  readonly fileState: readonly FileState[] | null;
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
  /** Default: the system's watcher. */
  readonly watcherOf?: WatcherOf;
  /** Changes were found and told. */
  readonly told?: (runId: string) => void;
}

/** One look at everything. */
interface Look {
  /** Whether all of a workspace is scanned in it: said once, for the waits on all its pages. */
  readonly scanned: Map<string, boolean>;
  /** The waits that were found in each workspace. */
  readonly found: Map<string, Set<string>>;
  /** The runs that wait. */
  readonly runs: Set<string>;
}

/** Watches until it is disposed of. */
export interface FileWatching extends AsyncDisposable {
  /** Looks through all open file waits now, and tells what has changed. */
  look(): Promise<void>;
}

/** Starts watching; with `once` only `look` does anything. */
export function watchFileWaits(options: FileWatchingOptions, once = false): FileWatching {
  const watching = new Watching(options, once);
  if (!once) watching.lookAgain();
  return watching;
}

class Watching implements FileWatching {
  readonly #options: FileWatchingOptions;
  readonly #workspaces: WatchedWorkspaces;
  readonly #folders = new Map<string, string | undefined>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(options: FileWatchingOptions, once: boolean) {
    const watcherOf = once ? () => null : (options.watcherOf ?? systemWatcher);
    this.#options = options;
    this.#workspaces = new WatchedWorkspaces(watcherOf, () => {
      // What fails now is found at the next look.
      this.look().catch(() => undefined);
    });
  }

  look(): Promise<void> {
    this.#looking ??= this.#lookThrough().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** At an interval, until the end. A store that fails now is asked again; the worker itself says what is wrong with it. */
  lookAgain(): void {
    this.look()
      .catch(() => undefined)
      .finally(() => {
        if (!this.#ended) this.#timer = setTimeout(() => this.lookAgain(), this.#options.lookMs ?? 1_000);
      });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#workspaces.keep(new Set());
    await this.#looking?.catch(() => undefined);
    // A look that was under way may have begun to watch another.
    this.#workspaces.keep(new Set());
  }

  async #lookThrough(): Promise<void> {
    const { engine, place, page = PAGE } = this.#options;
    const look: Look = { scanned: new Map(), found: new Map(), runs: new Set() };
    let after: FileWait | undefined;
    do {
      const waits: readonly FileWait[] = await engine.fileWaits(place, page, after);
      await this.#lookAtPage(waits, look);
      after = waits.length < page ? undefined : waits.at(-1);
    } while (after !== undefined && !this.#ended);
    if (!this.#ended) this.#forget(look);
  }

  async #lookAtPage(waits: readonly FileWait[], look: Look): Promise<void> {
    const byRoot = new Map<string, FileWait[]>();
    for (const wait of waits) {
      look.runs.add(wait.runId);
      const root = await this.#folderOf(wait);
      if (root === undefined) continue;
      const there = byRoot.get(root);
      if (there === undefined) byRoot.set(root, [wait]);
      else there.push(wait);
    }
    await Promise.all([...byRoot].map(([root, each]) => this.#lookAt(root, each, look)));
  }

  async #folderOf({ tenant, runId }: FileWait): Promise<string | undefined> {
    if (this.#folders.has(runId)) return this.#folders.get(runId);
    try {
      this.#folders.set(runId, await this.#options.workspaceOf(tenant, runId));
    } catch {
      // A run that cannot be read keeps nobody from the others (I13); it is asked for again at the next look.
    }
    return this.#folders.get(runId);
  }

  async #lookAt(root: string, waits: readonly FileWait[], look: Look): Promise<void> {
    const workspace = this.#workspaces.at(root);
    const due = this.#isScanned(root, look) ? waits : waits.filter((wait) => !workspace.known.has(wait.waitId));
    const found = look.found.get(root) ?? new Set<string>();
    look.found.set(root, found);
    for (const { waitId } of waits) {
      workspace.known.add(waitId);
      found.add(waitId);
    }
    // One that cannot be told keeps none of the others from being told; it is found again at the next look.
    const failed = await Promise.allSettled(due.map((wait) => this.#tell(root, wait)));
    if (failed.some((each) => each.status === "rejected")) workspace.stale = true;
  }

  #isScanned(root: string, look: Look): boolean {
    const said = look.scanned.get(root);
    if (said !== undefined) return said;
    const workspace = this.#workspaces.at(root);
    const now = performance.now();
    const { scanMs = 30_000 } = this.#options;
    const scanned = workspace.watcher === null || workspace.stale || now - workspace.scannedAt >= scanMs;
    if (scanned) Object.assign(workspace, { stale: false, scannedAt: now });
    look.scanned.set(root, scanned);
    return scanned;
  }

  async #tell(root: string, wait: FileWait): Promise<void> {
    const { paths, fileState } = wait;
    if (fileState === null) return;
    const changes = await settledChanges({ root, paths, fileState });
    if (changes.length === 0) return;
    await this.#options.engine.filesChanged(wait.tenant, wait.waitId, changes);
    this.#options.told?.(wait.runId);
  }

  #forget({ found, runs }: Look): void {
    for (const runId of this.#folders.keys()) if (!runs.has(runId)) this.#folders.delete(runId);
    this.#workspaces.keep(new Set(found.keys()));
    for (const [root, waits] of found) this.#workspaces.at(root).known = waits;
  }
}
