// A worker: takes runs and moves them, and gives back what it cannot move.
// It owns which runs are taken, and when no more are; the runs that it holds are in `held-runs.ts`, what a run does is its
// mover's.

import { ENGINE_VERSION, type EventDraft, type RunEvent } from "../events/event.ts";
import type { LoadedRun } from "../ports/store.ts";
import type { Claimed } from "../ports/store-claims.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { openMasker } from "../secrets/current-masker.ts";
import { type RunState, unborn } from "../state/run-state.ts";
import { standing } from "../state/standing.ts";
import { PolicyShelf } from "./approvals/policy-shelf.ts";
import { goneWorkers } from "./gone-workers.ts";
import { HeldRuns } from "./held-runs.ts";
import { type MoveEnd, Mover } from "./mover.ts";
import type { MoveObserver } from "./observe-phase.ts";
import { foldLoaded, loadRun, readRun } from "./read-run.ts";
import { type Opening, RunLog } from "./run-log.ts";
import type { Services } from "./services.ts";
import { isHere, thisPlace } from "./this-place.ts";
import { Troubles } from "./troubles.ts";

/** How a run that was to be moved stands, as far as this worker is concerned. */
export type Moved = MoveEnd | "held" | "not_found" | "elsewhere";

/** How a new run came out of its start. */
export interface Started {
  readonly end: MoveEnd;
  /** Why it could not be created. */
  readonly refusal: { readonly reason: string; readonly runId?: string } | null;
}

/** A run that was moved. */
export interface MovedRun {
  readonly tenant: string;
  readonly runId: string;
}

/** A run that was taken, and when, on the worker's clock. */
export interface Taking {
  readonly claimed: Claimed;
  readonly since: number;
}

/** One run as it is about to be moved. */
interface Taken {
  readonly tenant: string;
  readonly state: RunState;
  readonly fence: number;
  readonly opening: Opening | null;
  readonly pending?: readonly EventDraft[];
  readonly seen?: readonly RunEvent[];
  readonly snapshotSeq?: number;
  /** When it was taken, on the worker's clock. */
  readonly since: number;
}

/** Each is named in every claim. */
const MOST_LEFT = 500;

/** A worker of one process. */
export class Worker {
  readonly #services: Services;
  readonly #held: HeldRuns;
  readonly #troubles: Troubles;
  /** Runs on their way here, from before they are taken: whoever asks for one of them waits for its move. */
  readonly #moves = new Map<string, Promise<Moved>>();
  /** What is being taken, whichever it will be. */
  readonly #claims = new Set<Promise<unknown>>();
  /** Workers that were seen to be gone when last looked. */
  #gone: readonly string[] = [];
  /** Runs that this worker lacks something for. Beyond so many they are tried again after a while. */
  readonly #left = new Set<string>();
  #stopped = false;
  #afterTenant = "";

  constructor(services: Services) {
    this.#services = services;
    this.#held = new HeldRuns(services);
    this.#troubles = new Troubles(services);
  }

  /** Creates a run and moves it. */
  async start(
    opening: Extract<Opening, { by: "create" }>,
    events: readonly EventDraft[],
    observer: MoveObserver,
    signal?: AbortSignal,
  ): Promise<Started> {
    const { tenant, runId } = opening.run;
    const { time, store, clock } = this.#services;
    // The first append of a new run already holds a deadline.
    if (!time.known) time.heard(await store.now());
    const since = clock.monotonic();
    const mover = await this.#mover(
      { tenant, state: unborn(runId), fence: 1, opening, pending: events, since },
      observer,
    );
    const end = await this.#onItsWay(mover, () => this.#move(mover, since, signal));
    return { end, refusal: mover.refusal };
  }

  /**
   * Moves a run until it has ended or waits. `held`: somebody else holds it, or it waits for its thread. `elsewhere`: nobody
   * holds it, and only where its files are it can be moved. Rejects with `newer_engine`.
   */
  async moveRun(tenant: string, runId: string, observer: MoveObserver): Promise<Moved> {
    const run = { tenant, runId };
    const ours = this.#moves.get(keyOf(run));
    if (ours !== undefined) return ours;
    const moved = await this.#onItsWay(run, () => this.#moveByName(tenant, runId, observer));
    if (moved !== "held" && moved !== "lost") return moved;
    // This very worker may have been faster, taking whatever was next.
    await Promise.allSettled(this.#claims);
    return this.#moves.get(keyOf(run)) ?? moved;
  }

  async #moveByName(tenant: string, runId: string, observer: MoveObserver): Promise<Moved> {
    const loaded = await loadRun(this.#services, tenant, runId);
    if (loaded === null) return "not_found";
    if (!isHere(this.#services.machine, loaded.run.place)) return movedElsewhere(loaded);
    const read = await foldLoaded(this.#services, tenant, loaded);
    const { row, state, events: seen } = read;
    if (state.end !== null) return "ended";
    if (row.status === "queued") return "held";
    const { store, clock } = this.#services;
    const since = clock.monotonic();
    // A wait has ended and yet nothing can be done (its call's turn has not come): then the run is taken and given back, so
    // that its row says so, too.
    const onlyLooksReady = row.status === "ready" && standing(state).status === "waiting";
    if (row.workerId === null && !onlyLooksReady) {
      const { snapshotSeq } = read;
      const taken = {
        tenant,
        state,
        fence: row.fence + 1,
        opening: { by: "claim" },
        seen,
        snapshotSeq,
        since,
      } as const;
      return this.#move(await this.#mover(taken, observer), since);
    }
    const gone = await goneWorkers(this.#services);
    const hold = this.#services.hold();
    const lapsedBy = this.#services.time.lapsedBy();
    const claimed = await store.claim({ tenant, runId, hold, engine: ENGINE_VERSION, first: null, gone, lapsedBy });
    if (!claimed.ok) return "held";
    return this.#soonAgain(claimed, () => this.#moveClaimed(claimed, observer, since));
  }

  /** Looks which workers of this machine are gone: their runs can be taken before their leases have run out. */
  async lookForGone(): Promise<void> {
    this.#gone = await goneWorkers(this.#services);
  }

  /** Takes whichever run is next, of the tenant after the one that was served last; null if none can move. */
  claimNext(): Promise<Taking | null> {
    const claim = this.#claimNext();
    this.#claims.add(claim);
    const over = (): void => void this.#claims.delete(claim);
    claim.then(over, over);
    return claim;
  }

  async #claimNext(): Promise<Taking | null> {
    if (this.#stopped) return null;
    const { store, clock, machine, settings, time } = this.#services;
    const since = clock.monotonic();
    const claimed = await store.claimNext({
      hold: this.#services.hold(),
      engine: ENGINE_VERSION,
      place: thisPlace(machine),
      afterTenant: this.#afterTenant,
      maxRunning: settings.maxRunning,
      gone: this.#gone,
      lapsedBy: time.lapsedBy(),
      except: [...this.#left],
    });
    if (claimed === null) return null;
    this.#afterTenant = claimed.tenant;
    return { claimed, since };
  }

  /** Moves a run that was taken. One that cannot be moved is given back for a while (I13), and the error is the caller's to tell. */
  async moveTaken({ claimed, since }: Taking, observer: MoveObserver): Promise<void> {
    try {
      await this.#onItsWay(claimed, () => this.#moveClaimed(claimed, observer, since, true));
      this.#troubles.over(claimed.runId);
    } catch (error) {
      await this.#troubles.leave(claimed, this.#leaveToOthers(claimed, error));
      throw error;
    }
  }

  /** Whether others may take it at once, because this worker takes it no more. */
  #leaveToOthers({ runId }: MovedRun, error: unknown): boolean {
    if (!(error instanceof EngineError) || error.code !== "left_to_others") return false;
    if (this.#left.size >= MOST_LEFT) return false;
    this.#left.add(runId);
    return true;
  }

  /**
   * Moves everything that can move now, one run after another. `trouble` hears of each run that could not be moved; without
   * it, this rejects with the first one's error, after the others.
   */
  async once(
    observer: (runId: string) => MoveObserver,
    signal?: AbortSignal,
    trouble?: (error: unknown, runId: string) => void,
  ): Promise<readonly MovedRun[]> {
    const moved: MovedRun[] = [];
    const errors: unknown[] = [];
    const failed = (error: unknown, runId: string): void => {
      if (trouble === undefined) errors.push(error);
      else trouble(error, runId);
    };
    while (!signal?.aborted) {
      const { now } = await this.#services.store.fireDue(500);
      this.#services.time.heard(now);
      await this.lookForGone();
      const next = await this.claimNext();
      if (next === null) break;
      const { tenant, runId } = next.claimed;
      try {
        await this.moveTaken(next, observer(runId));
        moved.push({ tenant, runId });
      } catch (error) {
        failed(error, runId);
      }
    }
    if (errors.length > 0) throw errors[0];
    return moved;
  }

  /** What could not be given back before is given back now, if it can be. */
  giveBackTroubled(): Promise<void> {
    return this.#troubles.giveBack();
  }

  /** Starts nothing more of the runs that are held; lets calls finish for a while, then ends them. */
  async drain(drainMs: number = this.#services.settings.drainMs): Promise<void> {
    for (const mover of this.#held.movers) mover.drain();
    const done = this.#held.allDone();
    const forget = this.#services.clock.after(drainMs, () => {
      for (const mover of this.#held.movers) mover.stop();
    });
    await done;
    forget();
  }

  /** Claims nothing more, and drains. */
  async stop(drainMs?: number): Promise<void> {
    this.#stopped = true;
    await this.drain(drainMs);
    this.#held.rest();
  }

  /** Where it is taken a second time, by somebody who is faster, that one's move is the one to wait for. */
  async #onItsWay<T extends Moved>(run: MovedRun, move: () => Promise<T>): Promise<T> {
    const key = keyOf(run);
    const moving = move();
    this.#moves.set(key, moving);
    try {
      return await moving;
    } finally {
      if (this.#moves.get(key) === moving) this.#moves.delete(key);
    }
  }

  /** `checked`: nobody asked for this very run, so that one for which this process lacks something is left to others. */
  async #moveClaimed(
    { tenant, runId, fence }: Claimed,
    observer: MoveObserver,
    since: number,
    checked = false,
  ): Promise<MoveEnd> {
    const read = await readRun(this.#services, tenant, runId);
    if (read === null) return "lost";
    if (checked) this.#requireWhatItNeeds(read.state);
    const { state, events: seen, snapshotSeq } = read;
    const taken = { tenant, state, fence, opening: null, seen, snapshotSeq, since };
    return this.#held.hold(await this.#mover(taken, observer), since);
  }

  /** Before a line of it is run: it would fail for want of something that another worker has. */
  #requireWhatItNeeds({ created, cancelling }: RunState): void {
    if (created === null || cancelling !== null) return;
    const lacks = this.#services.runner.lacks?.(created.settings) ?? null;
    if (lacks !== null) throw new EngineError("left_to_others", `it is left to a worker that has ${lacks}`);
  }

  /** What this process was asked to move, and could not: whoever is next may try at once. */
  async #soonAgain<T>(run: { tenant: string; runId: string; fence: number }, move: () => Promise<T>): Promise<T> {
    try {
      return await move();
    } catch (error) {
      await this.#troubles.leave(run, true);
      throw error;
    }
  }

  async #mover(taken: Taken, observer: MoveObserver): Promise<Mover> {
    const { tenant, state, fence, opening, pending, seen, snapshotSeq = 0, since } = taken;
    const services = this.#services;
    const [masker, policies] = await Promise.all([
      openMasker(services.secrets, tenant),
      PolicyShelf.open(services, tenant),
    ]);
    const given = { tenant, state, fence, opening, snapshotSeq, ...(pending === undefined ? {} : { pending }) };
    return new Mover({
      services,
      log: (heard) => new RunLog(services, given, heard),
      masker,
      policies,
      observer,
      heldSince: since,
      ...(seen === undefined ? {} : { seen }),
    });
  }

  async #move(mover: Mover, since: number, signal?: AbortSignal): Promise<MoveEnd> {
    const cancel = (): void => mover.cancel();
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel);
    try {
      return await this.#soonAgain(mover, () => this.#held.hold(mover, since));
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }
}

/** A run that is not for this place: others move it, or nobody does. Its log is not read: what is large of it is there, too. */
function movedElsewhere({ run, now }: LoadedRun): Moved {
  if (run.endedAt !== null) return "ended";
  if (run.status === "waiting") return "waiting";
  if (run.status === "queued") return "held";
  return run.leaseUntil !== null && run.leaseUntil > now ? "held" : "elsewhere";
}

function keyOf({ tenant, runId }: MovedRun): string {
  return `${tenant}\n${runId}`;
}
