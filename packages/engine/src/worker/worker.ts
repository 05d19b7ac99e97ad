// A worker: takes runs, moves them, keeps their leases, and hears what comes from outside for those it holds.
// It owns the movers and their wake-ups; what a run does is the mover's.

import { ENGINE_VERSION, type EventDraft } from "../events/event.ts";
import type { Claimed } from "../ports/store-claims.ts";
import { createMasker } from "../secrets/masker.ts";
import { unborn } from "../state/run-state.ts";
import { goneWorkers } from "./gone-workers.ts";
import { type MoveEnd, Mover } from "./mover.ts";
import type { MoveObserver } from "./observe-phase.ts";
import { readRun } from "./read-run.ts";
import { type Opening, RunLog } from "./run-log.ts";
import type { Services } from "./services.ts";

/** How a run that was to be moved stands, as far as this worker is concerned. */
export type Moved = MoveEnd | "held" | "not_found";

/** How a new run came out of its start. */
export interface Started {
  readonly end: MoveEnd;
  /** Why it could not be created. */
  readonly refusal: { readonly reason: string; readonly runId?: string } | null;
}

/** A worker of one process. */
export class Worker {
  readonly #services: Services;
  readonly #movers = new Map<string, { readonly mover: Mover; readonly done: Promise<MoveEnd> }>();
  #watch: Disposable | null = null;
  #leases: Disposable | null = null;
  #forgetLook = (): void => undefined;
  #stopped = false;
  #looking = false;
  #afterTenant = "";

  constructor(services: Services) {
    this.#services = services;
  }

  /** Creates a run and moves it. */
  async start(
    opening: Extract<Opening, { by: "create" }>,
    events: readonly EventDraft[],
    observer: MoveObserver,
    signal?: AbortSignal,
  ): Promise<Started> {
    const { tenant, runId } = opening.run;
    const { time, store } = this.#services;
    // The first append of a new run already holds a deadline.
    if (!time.known) time.heard(await store.now());
    const log = new RunLog(this.#services, { tenant, state: unborn(runId), fence: 1, opening, pending: events });
    const end = await this.#move(log, observer, this.#services.clock.monotonic(), signal);
    return { end, refusal: log.refusal };
  }

  /** Moves a run until it has ended or waits. `held`: somebody else holds it, or it waits for its thread. */
  async moveRun(tenant: string, runId: string, observer: MoveObserver): Promise<Moved> {
    const ours = this.#movers.get(runId);
    if (ours !== undefined) return ours.done;
    const read = await readRun(this.#services, tenant, runId);
    if (read === null) return "not_found";
    const { row, state } = read;
    if (state.end !== null) return "ended";
    if (row.status === "queued") return "held";
    const since = this.#services.clock.monotonic();
    if (row.workerId === null) {
      const log = new RunLog(this.#services, { tenant, state, fence: row.fence + 1, opening: { by: "claim" } });
      return this.#move(log, observer, since);
    }
    const { store } = this.#services;
    const gone = await goneWorkers(this.#services);
    const hold = this.#services.hold();
    const claimed = await store.claim({ tenant, runId, hold, engine: ENGINE_VERSION, first: null, gone });
    return claimed.ok ? this.#moveClaimed(claimed, observer, since) : "held";
  }

  /** Takes and moves whichever run is next; null if none can move. */
  async moveNext(observer: (runId: string) => MoveObserver): Promise<{ tenant: string; runId: string } | null> {
    if (this.#stopped) return null;
    const gone = await goneWorkers(this.#services);
    const since = this.#services.clock.monotonic();
    const claimed = await this.#services.store.claimNext({
      hold: this.#services.hold(),
      engine: ENGINE_VERSION,
      place: this.#services.machine.identity().machine,
      afterTenant: this.#afterTenant,
      maxRunning: this.#services.settings.maxRunning,
      gone,
    });
    if (claimed === null) return null;
    this.#afterTenant = claimed.tenant;
    await this.#moveClaimed(claimed, observer(claimed.runId), since);
    return claimed;
  }

  /** Claims nothing more, lets calls finish for a while, then ends them. */
  async stop(drainMs: number = this.#services.settings.drainMs): Promise<void> {
    this.#stopped = true;
    const done = Promise.all([...this.#movers.values()].map((one) => one.done.catch(() => undefined)));
    const forget = this.#services.clock.after(drainMs, () => {
      for (const { mover } of this.#movers.values()) mover.stop();
    });
    await done;
    forget();
    this.#rest();
  }

  async #moveClaimed(claimed: Claimed, observer: MoveObserver, since: number): Promise<MoveEnd> {
    const { tenant, runId, fence } = claimed;
    const read = await readRun(this.#services, tenant, runId);
    if (read === null) return "lost";
    return this.#move(new RunLog(this.#services, { tenant, state: read.state, fence, opening: null }), observer, since);
  }

  async #move(log: RunLog, observer: MoveObserver, since: number, signal?: AbortSignal): Promise<MoveEnd> {
    const masker = createMasker(await this.#services.secrets.values(log.tenant));
    const mover = new Mover(this.#services, log, masker, observer, since);
    const done = mover.move();
    if (this.#movers.size === 0) this.#guard(since + this.#services.settings.leaseMs);
    this.#movers.set(log.runId, { mover, done });
    this.#attend();
    const cancel = (): void => mover.cancel();
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel);
    try {
      return await done;
    } finally {
      signal?.removeEventListener("abort", cancel);
      this.#movers.delete(log.runId);
    }
  }

  /** While anything is held: wake-ups, a look at a fixed interval whatever wakes (I8), and renewals of leases. */
  #attend(): void {
    if (this.#watch !== null) return;
    const { store, clock, settings } = this.#services;
    this.#watch = store.watch(() => void this.#look());
    this.#forgetLook = clock.after(settings.lookMs, () => this.#lookAgain());
  }

  #lookAgain(): void {
    const { store, clock, settings, workerId } = this.#services;
    if (this.#movers.size === 0) {
      this.#rest();
      return;
    }
    // A run that is held this long is worth a thread that renews its lease; most calls are over by now.
    this.#leases ??= store.keep(workerId, ({ runIds, until }) => {
      for (const runId of runIds) this.#movers.get(runId)?.mover.extend(until);
      if (this.#leases !== null) this.#guard(until);
    });
    void this.#look();
    this.#forgetLook = clock.after(settings.lookMs, () => this.#lookAgain());
  }

  /** A lease bounds effects too: whatever this process does, what runs for it has ended before the lease has (I3). */
  #guard(until: number): void {
    const { clock, runner, settings } = this.#services;
    runner.extendDeadline?.(Math.max(0, until - settings.stopMarginMs - clock.monotonic()));
  }

  #rest(): void {
    this.#services.runner.extendDeadline?.(null);
    this.#forgetLook();
    this.#watch?.[Symbol.dispose]();
    this.#leases?.[Symbol.dispose]();
    this.#watch = null;
    this.#leases = null;
  }

  /** One query for all runs that are held: those that somebody has written to look at it. */
  async #look(): Promise<void> {
    if (this.#looking || this.#movers.size === 0) return;
    this.#looking = true;
    try {
      const byTenant = Map.groupBy(
        [...this.#movers.values()].map(({ mover }) => mover),
        (mover) => mover.tenant,
      );
      for (const [tenant, movers] of byTenant) {
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
