// The runs that a worker holds: their movers, their leases, and what comes from outside for them.
// It owns the watch, the look at a fixed interval (I8) and the renewals, as long as anything is held; what a run does is its
// mover's.

import type { MoveEnd, Mover } from "./mover.ts";
import type { Services } from "./services.ts";

/** Leases are renewed from a thread of their own when a run has been held for this part of its lease; most calls are over by then. */
const PART_OF_LEASE = 1 / 5;

interface Held {
  readonly mover: Mover;
  readonly done: Promise<MoveEnd>;
}

/** The runs of one worker. */
export class HeldRuns {
  readonly #services: Services;
  readonly #runs = new Map<string, Held>();
  #watch: Disposable | null = null;
  #leases: Disposable | null = null;
  #forgetLook = (): void => undefined;
  #forgetKeep = (): void => undefined;
  #looking = false;

  constructor(services: Services) {
    this.#services = services;
  }

  get size(): number {
    return this.#runs.size;
  }

  get movers(): readonly Mover[] {
    return [...this.#runs.values()].map(({ mover }) => mover);
  }

  /** How the move of a run comes out that is held here. */
  done(runId: string): Promise<MoveEnd> | undefined {
    return this.#runs.get(runId)?.done;
  }

  /** Resolves when none is held any more of those that are held now. */
  async allDone(): Promise<void> {
    await Promise.all([...this.#runs.values()].map(({ done }) => done.catch(() => undefined)));
  }

  /** Holds a run while it is moved. `since`: when it was taken, on the worker's clock. */
  async hold(mover: Mover, since: number): Promise<MoveEnd> {
    const { runId } = mover;
    const done = mover.move();
    if (this.#runs.size === 0) this.#guard(since + this.#services.settings.leaseMs);
    this.#runs.set(runId, { mover, done });
    this.#attend();
    try {
      return await done;
    } finally {
      this.#runs.delete(runId);
    }
  }

  /** Nothing is held, or will be: nothing is looked at. */
  rest(): void {
    this.#services.runner.extendDeadline?.(null);
    this.#forgetLook();
    this.#forgetKeep();
    this.#watch?.[Symbol.dispose]();
    this.#leases?.[Symbol.dispose]();
    this.#watch = null;
    this.#leases = null;
  }

  #attend(): void {
    if (this.#watch !== null) return;
    const { store, clock, settings } = this.#services;
    this.#watch = store.watch(() => void this.#look());
    this.#forgetLook = clock.after(settings.lookMs, () => this.#lookAgain());
    this.#forgetKeep = clock.after(settings.leaseMs * PART_OF_LEASE, () => this.#keep());
  }

  #lookAgain(): void {
    const { clock, settings } = this.#services;
    if (this.#runs.size === 0) {
      this.rest();
      return;
    }
    void this.#look();
    this.#forgetLook = clock.after(settings.lookMs, () => this.#lookAgain());
  }

  #keep(): void {
    if (this.#watch === null || this.#leases !== null) return;
    const { store, workerId } = this.#services;
    this.#leases = store.keep(workerId, ({ runIds, until }) => {
      for (const runId of runIds) this.#runs.get(runId)?.mover.extend(until);
      if (this.#watch !== null) this.#guard(until);
    });
  }

  /** A lease bounds effects too: whatever this process does, what runs for it has ended before the lease has (I3). */
  #guard(until: number): void {
    const { clock, runner, settings } = this.#services;
    runner.extendDeadline?.(Math.max(0, until - settings.stopMarginMs - clock.monotonic()));
  }

  /** One query for all runs that are held: those that somebody has written to look at it. */
  async #look(): Promise<void> {
    if (this.#looking || this.#runs.size === 0) return;
    this.#looking = true;
    try {
      for (const [tenant, movers] of Map.groupBy(this.movers, (mover) => mover.tenant)) {
        const heads = await this.#services.store.heads(
          tenant,
          movers.map((mover) => mover.runId),
        );
        for (const mover of movers) {
          const known = mover.seq;
          if (known !== undefined && (heads.get(mover.runId) ?? 0) > known) mover.look();
        }
      }
    } catch {
      // The next look, or the next append, finds out what is wrong with the store.
    } finally {
      this.#looking = false;
    }
  }
}
