// The runs that a worker holds: their movers, their leases, and what comes from outside for them.
// It owns the watch, the look at a fixed interval (I8) and the renewals, as long as anything is held; what a run does is its
// mover's.

import type { MoveEnd, Mover } from "./mover.ts";
import type { Services } from "./services.ts";

/** Leases are renewed from a thread of their own when a run has been held for this part of its lease; most calls are over by then. */
const PART_OF_LEASE = 1 / 5;

/** The runs of one worker. */
export class HeldRuns {
  readonly #services: Services;
  /** By mover, not by run: of two that reach for one run only one gets it, and the other takes nothing away with it. */
  readonly #runs = new Map<Mover, Promise<MoveEnd>>();
  #watch: Disposable | null = null;
  #leases: Disposable | null = null;
  #forgetLook = (): void => undefined;
  #forgetKeep = (): void => undefined;
  #looking = false;
  /** Runs that this worker holds by the store, and that nobody moves, with when they were first seen. */
  #unknown: ReadonlyMap<string, number> = new Map();

  constructor(services: Services) {
    this.#services = services;
  }

  get size(): number {
    return this.#runs.size;
  }

  get movers(): readonly Mover[] {
    return [...this.#runs.keys()];
  }

  /** Resolves when none is held any more of those that are held now. */
  async allDone(): Promise<void> {
    await Promise.allSettled(this.#runs.values());
  }

  /** Holds a run while it is moved. `since`: when it was taken, on the worker's clock. */
  async hold(mover: Mover, since: number): Promise<MoveEnd> {
    const done = mover.move();
    if (this.#runs.size === 0) this.#guard(since + this.#services.settings.leaseMs);
    this.#runs.set(mover, done);
    this.#attend();
    try {
      return await done;
    } finally {
      this.#runs.delete(mover);
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
    this.#watch = store.watch((change) => {
      if (change === "work") void this.#look();
    });
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
      const renewed = new Set(runIds);
      for (const mover of this.movers) if (renewed.has(mover.runId)) mover.extend(until);
      if (this.#watch !== null) this.#guard(until);
    });
  }

  /** A lease bounds effects too: whatever this process does, what runs for it has ended before the lease has (I3). */
  #guard(until: number): void {
    const { clock, runner, settings } = this.#services;
    // Rounded up: it must not come before the lease itself says that what ends now was ended by it.
    runner.extendDeadline?.(Math.max(0, Math.ceil(until - settings.stopMarginMs - clock.monotonic())));
  }

  /** One query for all runs that are held: those that somebody has written to look at it. */
  async #look(): Promise<void> {
    if (this.#looking || this.#runs.size === 0) return;
    this.#looking = true;
    try {
      const rows = await this.#services.store.heldBy(this.#services.workerId);
      const heads = new Map(rows.map(({ runId, lastSeq }) => [runId, lastSeq]));
      for (const mover of this.movers) {
        const known = mover.seq;
        // One that is not there any more was lost, or has just been left: its mover finds out.
        if (known !== undefined && (heads.get(mover.runId) ?? Number.POSITIVE_INFINITY) > known) mover.look();
      }
      const known = new Set(this.movers.map(({ runId }) => runId));
      await this.#giveBackUnknown(rows.filter(({ runId }) => !known.has(runId)));
    } catch {
      // The next look, or the next append, finds out what is wrong with the store.
    } finally {
      this.#looking = false;
    }
  }

  /** A run was taken, and the reply was lost: nobody moves it, and it would be kept for ever. One that is about to be moved is seen once at the most. */
  async #giveBackUnknown(rows: Awaited<ReturnType<Services["store"]["heldBy"]>>): Promise<void> {
    const before = this.#unknown;
    const at = this.#services.clock.monotonic();
    this.#unknown = new Map(
      rows.map(({ runId, fence }) => [`${runId} ${fence}`, before.get(`${runId} ${fence}`) ?? at]),
    );
    for (const { lastSeq, ...held } of rows) {
      const since = this.#unknown.get(`${held.runId} ${held.fence}`) ?? at;
      if (at - since < this.#services.settings.leaseMs) continue;
      await this.#services.store.giveBack({ held, lastSeq, standing: { status: "ready" } });
    }
  }
}
