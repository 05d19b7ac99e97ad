// The continuous worker: takes whatever can move, as much at once as it is allowed to, until it is told to stop.
// It owns when is looked: after a wake-up, when something is due, and at a fixed interval whatever wakes, also at the start
// (I8).

import type { MoveObserver } from "./observe-phase.ts";
import type { Services } from "./services.ts";
import { Upkeep, type Upkept } from "./upkeep.ts";
import type { Worker } from "./worker.ts";

/** Due runs that are made ready in one transaction. */
const DUE_AT_ONCE = 500;
/** Wake-ups that come faster are taken together, in milliseconds. */
const SHORTEST_MS = 5;

/** How it works. */
export interface WorkOptions {
  /** Runs that are moved at once. */
  readonly concurrency: number;
  /** Aborted: nothing more is taken, calls may finish for a while, then they are ended. */
  readonly signal: AbortSignal;
  /** How long calls may finish, in milliseconds; default as the worker's settings say. */
  readonly drainMs?: number;
  readonly observer?: (runId: string) => MoveObserver;
  /** Hears of a run that could not be moved, and of a store that could not be asked (then `runId` is null). */
  readonly trouble?: (error: unknown, runId: string | null) => void;
  /** The store could not be asked, and answers again. */
  readonly over?: () => void;
  /** Hears what was removed because it ended long ago or nothing names it, and why that could not be done. */
  readonly upkeep?: (done: Upkept | Error) => void;
}

/** Resolves when it was told to stop and everything that it moved has come to rest. */
export async function work(services: Services, worker: Worker, options: WorkOptions): Promise<void> {
  const { signal, concurrency, observer = () => ({}), trouble = () => undefined, over = () => undefined } = options;
  const bell = new Bell(services);
  using _watch = services.store.watch((change) => {
    if (change === "work") bell.ring();
  });
  const stop = (): void => bell.ring();
  signal.addEventListener("abort", stop);
  const sweep = new Sweep(services, worker);
  const upkeep = new Upkeep(services, options.upkeep ?? (() => undefined));
  const moving = new Set<Promise<void>>();
  let away = false;
  const take = async (): Promise<void> => {
    while (moving.size < concurrency && !signal.aborted) {
      const next = await worker.claimNext();
      if (next === null) return;
      const { runId } = next.claimed;
      const move = worker
        .moveTaken(next, observer(runId))
        .catch((error: unknown) => trouble(error, runId))
        .finally(() => {
          moving.delete(move);
          bell.ring();
        });
      moving.add(move);
    }
  };
  try {
    while (!signal.aborted) {
      let dueMs = services.settings.lookMs;
      try {
        dueMs = await sweep.ifDue();
        await take();
        upkeep.begin();
        if (away) over();
        away = false;
      } catch (error) {
        // The store: the next round finds out whether it is back.
        away = true;
        trouble(error, null);
      }
      if (!signal.aborted) await bell.heard(dueMs);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.drain(options.drainMs);
    await Promise.all([...moving, upkeep.stop()]);
  }
}

/** Makes runs ready whose time has come. */
class Sweep {
  readonly #services: Services;
  readonly #worker: Worker;
  /** On the worker's clock. */
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(services: Services, worker: Worker) {
    this.#services = services;
    this.#worker = worker;
  }

  /** Sweeps if it is time to; resolves with how long nothing is due. */
  async ifDue(): Promise<number> {
    const { clock, settings, store, time } = this.#services;
    const left = this.#nextAt - clock.monotonic();
    if (left > 0) return left;
    let due = await store.fireDue(DUE_AT_ONCE);
    while (due.fired === DUE_AT_ONCE) due = await store.fireDue(DUE_AT_ONCE);
    time.heard(due.now);
    await this.#worker.giveBackTroubled();
    await this.#worker.lookForGone();
    const span = due.next === null ? settings.lookMs : Math.min(settings.lookMs, Math.max(1, due.next - due.now));
    this.#nextAt = clock.monotonic() + span;
    return span;
  }
}

/** Waits for wake-ups, or for a span. */
class Bell {
  readonly #services: Services;
  #rung = false;
  #wake = (): void => undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Resolves when it was rung, or after so many milliseconds; rings that come close together are one. */
  async heard(milliseconds: number): Promise<void> {
    if (!this.#rung) await this.#pause(milliseconds);
    if (this.#rung) {
      this.#wake = () => undefined;
      await new Promise<void>((resolve) => void this.#services.clock.after(SHORTEST_MS, resolve));
    }
    this.#rung = false;
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const forget = this.#services.clock.after(milliseconds, resolve);
      this.#wake = () => {
        forget();
        resolve();
      };
    });
  }
}
