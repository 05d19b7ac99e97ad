// Telling within this process that events of a run were written: the store tells of what others write, and whoever follows
// a run in the process that moves it is told here, without asking the store at every append.

/** Bells of runs. */
export class RunBells {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Hears of what this process writes of a run. */
  watch(runId: string, listener: () => void): Disposable {
    const listeners = this.#listeners.get(runId) ?? new Set();
    this.#listeners.set(runId, listeners);
    // A function of its own, so that one listener may watch twice.
    const heard = (): void => listener();
    listeners.add(heard);
    return {
      [Symbol.dispose]: () => {
        listeners.delete(heard);
        if (listeners.size === 0 && this.#listeners.get(runId) === listeners) this.#listeners.delete(runId);
      },
    };
  }

  /** Events of the run were written. */
  ring(runId: string): void {
    for (const listener of this.#listeners.get(runId) ?? []) listener();
  }
}
