// Tells when one of many files has been saved.

import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname, resolve } from "node:path";

/** Editors write a file in several steps; what comes within this time is one save. */
const QUIET_MS = 40;

/**
 * Watches files and folders through folders: an editor that saves by renaming replaces the file that a watch of its own
 * would hold. Saves between two calls of `next` are kept.
 */
export class SaveWatcher implements Disposable {
  readonly #signal: AbortSignal;
  readonly #watchers = new Map<string, FSWatcher>();
  #files: ReadonlySet<string> = new Set();
  #folders: ReadonlySet<string> = new Set();
  #saved: string | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #wake: () => void = () => {};

  /** Aborting `signal` ends every `next`. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", this.#onAbort);
  }

  /** From now on these paths are watched, and no others. */
  follow(paths: readonly string[]): void {
    const folders = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
    this.#folders = new Set(folders);
    this.#files = new Set(paths);
    const wanted = new Set([...folders, ...paths.map((path) => (this.#folders.has(path) ? path : dirname(path)))]);
    for (const [folder, watcher] of this.#watchers) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of wanted) if (!this.#watchers.has(folder)) this.#watch(folder);
  }

  /** The path of the last save since the call before, or of the next one; undefined when aborted. */
  async next(): Promise<string | undefined> {
    while (this.#saved === undefined || this.#quiet !== undefined) {
      if (this.#signal.aborted) return undefined;
      const { promise, resolve: wake } = Promise.withResolvers<void>();
      this.#wake = wake;
      await promise;
    }
    const saved = this.#saved;
    this.#saved = undefined;
    return this.#signal.aborted ? undefined : saved;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#quiet);
    this.#signal.removeEventListener("abort", this.#onAbort);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  readonly #onAbort = () => this.#wake();

  #watch(folder: string): void {
    if (!statSync(folder, { throwIfNoEntry: false })) return;
    const watcher = watch(folder, (_event, name) => {
      const path = name === null ? folder : resolve(folder, name);
      if (name === null || this.#files.has(path) || (this.#folders.has(folder) && isSource(path))) this.#note(path);
    });
    // The folder itself is gone: that, too, is a change worth reading.
    watcher.on("error", () => this.#note(folder));
    this.#watchers.set(folder, watcher);
  }

  #note(path: string): void {
    this.#saved = path;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      this.#quiet = undefined;
      this.#wake();
    }, QUIET_MS);
  }
}

function isSource(path: string): boolean {
  return /\.(py|ts|mts|js|mjs|json|toml|md)$/.test(path);
}
