// What keeps a store from growing for ever: runs that ended long ago are removed, and blobs that nothing names. One worker of
// all takes a turn at a time, in pieces that keep nobody waiting for long, beside everything else that it does. A turn that
// fails, or whose worker is lost, is over; the next one goes on where the store stands.

import { collectUnnamed, type SearchPlace, searchStrays } from "../blobs/collect-blobs.ts";
import { isObject } from "../json/json.ts";
import type { Services } from "./services.ts";
import { storeId } from "./store-id.ts";

/** Runs that one transaction removes at most. */
const AT_ONCE = 20;
/** Pieces of one turn. */
const MOST_PIECES = 500;
/** Tenants that are read at once. */
const TENANTS = 100;
const DAY_MS = 24 * 3_600_000;
const FACT = "upkeep";

/** What a turn did. */
export interface Upkept {
  readonly runs: number;
  readonly blobs: number;
}

/** When it may go on with the next piece; false: it is to stop. */
type Pause = () => Promise<boolean>;

/** Takes a turn, if none was taken for a while; null: it was. */
export async function takeTurn(services: Services, pause: Pause = async () => true): Promise<Upkept | null> {
  const { store, settings, workerId } = services;
  const [before] = (await store.facts(FACT)).filter((fact) => fact.name === FACT);
  const now = await store.now();
  if (before !== undefined && now - before.at < settings.upkeepMs) return null;
  const turn = (search: SearchPlace | null): string => JSON.stringify({ by: workerId, since: now, search });
  const search = before === undefined ? null : placeIn(before.value);
  const mine = turn(search);
  if (!(await store.saveFact({ name: FACT, value: mine, ifMatch: before?.value ?? null })).ok) return null;
  const pieces = bounded(pause);
  const runs = await prune(services, now, pieces);
  const { blobs, next } = await collect(services, search, pieces);
  await store.saveFact({ name: FACT, value: turn(next), ifMatch: mine });
  return { runs, blobs };
}

/** Removes what is older than its tenant keeps it. */
async function prune({ store }: Services, now: number, pause: Pause): Promise<number> {
  let removed = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const tenants = await store.tenants(after, TENANTS);
    for (const { tenant, retentionDays } of tenants) {
      if (retentionDays === null) continue;
      const endedBefore = now - retentionDays * DAY_MS;
      for (let more = true; more; ) {
        const piece = await store.prune({ tenant, endedBefore, limit: AT_ONCE });
        removed += piece.runs;
        more = piece.more;
        if (more && !(await pause())) return removed;
      }
    }
    after = tenants.length < TENANTS ? undefined : tenants.at(-1)?.tenant;
  }
  return removed;
}

/** Removes blobs that nothing names, where no other store may name them, and looks for those that never had a name. */
async function collect(
  { store, ids, blobs: { upkeep }, settings }: Services,
  search: SearchPlace | null,
  pause: Pause,
): Promise<{ readonly blobs: number; readonly next: SearchPlace | null }> {
  if (upkeep === undefined || !(await upkeep.isOnlyOf(await storeId(store, ids)))) return { blobs: 0, next: search };
  const collecting = { store, blobs: upkeep, keepMs: settings.keepUnnamedMs };
  let blobs = 0;
  for (let more = true; more; ) {
    const piece = await collectUnnamed(collecting);
    blobs += piece.removed;
    more = piece.more;
    if (more && !(await pause())) return { blobs, next: search };
  }
  return { blobs, next: await searchStrays(collecting, search) };
}

/** So many pieces, and no more: what is left is for the next turn. */
function bounded(pause: Pause): Pause {
  let left = MOST_PIECES;
  return async () => {
    left -= 1;
    return left > 0 && (await pause());
  };
}

function placeIn(value: string): SearchPlace | null {
  const turn: unknown = JSON.parse(value);
  const search = isObject(turn) ? turn.search : null;
  if (!isObject(search) || typeof search.tenant !== "string" || typeof search.after !== "string") return null;
  return { tenant: search.tenant, after: search.after };
}

/** The turns of one worker that works until it is stopped: beside what it moves, and never two at once. */
export class Upkeep {
  readonly #services: Services;
  readonly #told: (done: Upkept | Error) => void;
  /** On the worker's clock. */
  #nextAt = Number.NEGATIVE_INFINITY;
  #turn: Promise<void> | null = null;
  #stopped = false;

  constructor(services: Services, told: (done: Upkept | Error) => void) {
    this.#services = services;
    this.#told = told;
  }

  /** Begins a turn if it is time to. */
  begin(): void {
    const { clock, settings } = this.#services;
    if (this.#stopped || this.#turn !== null || clock.monotonic() < this.#nextAt) return;
    this.#nextAt = clock.monotonic() + settings.upkeepMs;
    this.#turn = this.#take().finally(() => {
      this.#turn = null;
    });
  }

  /** Resolves when the piece that is under way is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#turn;
  }

  async #take(): Promise<void> {
    const { clock, settings } = this.#services;
    const pause: Pause = async () => {
      await new Promise<void>((resolve) => void clock.after(settings.upkeepPauseMs, resolve));
      return !this.#stopped;
    };
    try {
      const done = await takeTurn(this.#services, pause);
      if (done !== null) this.#told(done);
    } catch (error) {
      this.#told(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
