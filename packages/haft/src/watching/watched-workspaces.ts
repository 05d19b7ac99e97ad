// The workspaces that are watched: one watcher of the system each, as long as a look finds a run that waits in it.

import { watch } from "node:fs";

/** Workspaces with a watcher of their own; the rest is scanned at every look. */
const MOST_WATCHERS = 4_096;

/** What is needed of a watcher of the system. */
export interface FolderWatcher {
  on(event: "change" | "error", heard: () => void): unknown;
  close(): void;
}

/** Watches a folder and everything in it; null: it cannot be watched. */
export type WatcherOf = (root: string) => FolderWatcher | null;

/** One workspace that is watched. */
export interface Workspace {
  /** Null: it cannot be watched, or not any more. */
  watcher: FolderWatcher | null;
  /** Whether something may have changed since it was last scanned. */
  stale: boolean;
  scannedAt: number;
  /** Waits that were looked at before. */
  known: Set<string>;
}

/** By their folders. */
export class WatchedWorkspaces {
  readonly #workspaces = new Map<string, Workspace>();
  readonly #watcherOf: WatcherOf;
  readonly #changed: () => void;

  /** `changed` hears that something in one of them has. */
  constructor(watcherOf: WatcherOf, changed: () => void) {
    this.#watcherOf = watcherOf;
    this.#changed = changed;
  }

  /** The one at a folder, watched from now on. */
  at(root: string): Workspace {
    const before = this.#workspaces.get(root);
    if (before !== undefined) return before;
    const watcher = this.#workspaces.size >= MOST_WATCHERS ? null : this.#watcherOf(root);
    const made: Workspace = { watcher, stale: true, scannedAt: 0, known: new Set() };
    watcher?.on("change", () => {
      made.stale = true;
      this.#changed();
    });
    watcher?.on("error", () => {
      watcher.close();
      made.watcher = null;
    });
    this.#workspaces.set(root, made);
    return made;
  }

  /** Watches none any more but these. */
  keep(roots: ReadonlySet<string>): void {
    for (const [root, { watcher }] of this.#workspaces) {
      if (roots.has(root)) continue;
      watcher?.close();
      this.#workspaces.delete(root);
    }
  }
}

/** A watcher of the system, which keeps no process alive. */
export function systemWatcher(root: string): FolderWatcher | null {
  try {
    return watch(root, { recursive: true, persistent: false });
  } catch {
    return null;
  }
}
