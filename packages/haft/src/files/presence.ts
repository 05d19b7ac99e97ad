// A worker's presence on a database with several machines. It owns the worker's note and its probe, a file in the data
// folder whose name is new each time, and proves when it comes that the folders of all workers that are there are one:
//
// 1. Whoever comes notes itself, with a probe that it wrote. Whoever is there answers with a new probe, and notes which of
//    the others' probes it finds in its own folder. A copy of the folder, however fresh, has no probe that is younger.
// 2. It has come when each of the others has answered, its answer is found here, and it has found the probe of this one. One
//    that does not answer until it counts as lost has nothing to prove.

import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "@haft/engine";
import { CommandError } from "../session/command-error.ts";
import type { Files } from "../session/session-options.ts";
import { type Candidate, comeHome } from "./home.ts";
import { forgetWorker, notedWorkers, noteWorker, type SeenWorker, type WorkerNote } from "./worker-notes.ts";

/** Below the data folder: the probes. */
const PROBES = "probes";
/** A note of a worker that was lost is kept for so long. */
const FORGET_MS = 24 * 3_600_000;

/** Times of a presence, in milliseconds. */
export interface PresenceTiming {
  /** How often it is renewed. */
  readonly beatMs: number;
  /** Who was not seen for so long is lost. */
  readonly lostMs: number;
  /** So long what was written on one machine may take to be seen on another. */
  readonly seenMs: number;
}

/** As workers have them. */
export const PRESENCE: PresenceTiming = Object.freeze({ beatMs: 2_000, lostMs: 20_000, seenMs: 15_000 });

/** Who comes. */
export interface Arrival {
  readonly store: Pick<Store, "facts" | "saveFact" | "places" | "now">;
  readonly files: Files;
  readonly machine: string;
  /** The data folder, its place, and how it gets one. */
  readonly folder: string;
  readonly place: () => string | null;
  readonly makePlace: () => string;
  readonly timing?: PresenceTiming;
}

/** Comes; rejects with a `CommandError` where the data folder is not the home, or not the one that the others have. */
export async function arrive(arrival: Arrival): Promise<AsyncDisposable> {
  const { store, files, machine, folder, timing = PRESENCE } = arrival;
  await refuseOthers(arrival, timing);
  const candidate = (): Candidate => ({ files, machine, folder, place: arrival.place() });
  const place = await comeHome(store, candidate, arrival.makePlace);
  const since = await store.now();
  const presence = new Presence(store, timing, {
    ...{ id: randomUUID(), machine, place, folder, files, since, probedAt: since, sees: [] },
    probe: null,
  });
  try {
    await presence.begin();
    if (files === "shared") await presence.prove();
    return presence;
  } catch (error) {
    await presence[Symbol.asyncDispose]();
    throw error;
  }
}

/** Workers that are there, by the store's clock. */
export async function presentWorkers(
  store: Pick<Store, "facts" | "now">,
  { lostMs }: Pick<PresenceTiming, "lostMs"> = PRESENCE,
): Promise<readonly (SeenWorker & { readonly silentMs: number })[]> {
  const noted = await notedWorkers(store);
  const now = await store.now();
  return noted.map((one) => ({ ...one, silentMs: now - one.at })).filter(({ silentMs }) => silentMs < lostMs);
}

/** One folder on two machines has to be said on both: where it is not, nothing was proved. */
async function refuseOthers(arrival: Arrival, timing: PresenceTiming): Promise<void> {
  const { store, files, machine, folder } = arrival;
  const place = arrival.place();
  const others = await presentWorkers(store, timing);
  const other = others.find((one) => one.machine !== machine && one.place === place);
  if (other === undefined || (files === "shared" && other.files === "shared")) return;
  const which = files === "local" ? "here" : `for the worker on ${other.machine}`;
  throw new CommandError(
    "files_elsewhere",
    `a worker on ${other.machine}, seen ${Math.round(other.silentMs / 1000)} s ago, has the place ${place}, too (${other.folder} there, ${folder} here): with HAFT_FILES=local only one machine has workers`,
    {
      hint: `if both mount one folder, set HAFT_FILES=shared ${which}; if one is a copy of the other, stop that worker first`,
    },
  );
}

class Presence implements AsyncDisposable {
  readonly #store: Arrival["store"];
  readonly #timing: PresenceTiming;
  readonly #stop = new AbortController();
  #note: WorkerNote;
  #beating: Promise<void> = Promise.resolve();

  constructor(store: Arrival["store"], timing: PresenceTiming, note: WorkerNote) {
    this.#store = store;
    this.#timing = timing;
    this.#note = note;
  }

  async begin(): Promise<void> {
    for (const { id, at } of await notedWorkers(this.#store)) {
      if (this.#note.since - at > FORGET_MS) await forgetWorker(this.#store, id);
    }
    await this.#probe(this.#note.since);
    await noteWorker(this.#store, this.#note);
    this.#beating = this.#beat();
  }

  /** Resolves when the folders of all are seen to be one. */
  async prove(): Promise<void> {
    const answered = new Map<string, number>();
    for (;;) {
      const others = await presentWorkers(this.#store, this.#timing);
      const open = others.filter(({ id, files }) => id !== this.#note.id && files === "shared");
      const unproved: SeenWorker[] = [];
      for (const other of open) {
        const fresh = other.probedAt >= this.#note.since;
        if (fresh && other.sees.includes(this.#note.id) && (await this.#finds(other))) continue;
        unproved.push(other);
        if (!fresh) continue;
        const first = answered.get(other.id) ?? performance.now();
        answered.set(other.id, first);
        if (performance.now() - first > this.#timing.seenMs) throw await this.#otherFolder(other);
      }
      if (unproved.length === 0) return;
      await pause(Math.min(50, this.#timing.beatMs));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#beating;
    await forgetWorker(this.#store, this.#note.id).catch(() => undefined);
    if (this.#note.probe !== null) await rm(this.#file(this.#note.probe), { force: true }).catch(() => undefined);
  }

  async #beat(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await pause(this.#timing.beatMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // A store or a folder that is away for a while: the next one finds out whether it is back.
      await this.#renew().catch(() => undefined);
    }
  }

  async #renew(): Promise<void> {
    const { id } = this.#note;
    const others = (await presentWorkers(this.#store, this.#timing)).filter((other) => other.id !== id);
    const sees: string[] = [];
    for (const other of others) if (await this.#finds(other)) sees.push(other.id);
    this.#note = { ...this.#note, sees };
    const old = this.#note.probe;
    const asked = this.#note.files === "shared" && others.some(({ since }) => since >= this.#note.probedAt);
    if (asked) await this.#probe(await this.#store.now());
    await noteWorker(this.#store, this.#note);
    if (asked && old !== null) await rm(this.#file(old), { force: true });
  }

  /** Writes a file of a new name. */
  async #probe(at: number): Promise<void> {
    if (this.#note.files !== "shared") return;
    const probe = randomUUID();
    await mkdir(join(this.#note.folder, PROBES), { recursive: true });
    await writeFile(this.#file(probe), this.#note.id, { mode: 0o600, flush: true });
    this.#note = { ...this.#note, probe, probedAt: at };
  }

  async #finds({ probe }: SeenWorker): Promise<boolean> {
    if (probe === null) return false;
    return stat(this.#file(probe)).then(
      () => true,
      () => false,
    );
  }

  #file(probe: string): string {
    return join(this.#note.folder, PROBES, probe);
  }

  async #otherFolder(other: SeenWorker): Promise<CommandError> {
    const { folder, machine } = this.#note;
    const found = (await this.#finds(other))
      ? `it does not find there what this one has written into ${folder} on ${machine}`
      : `what it has just written there is not in ${folder} on ${machine}`;
    return new CommandError(
      "files_elsewhere",
      `a worker on ${other.machine} has its files in ${other.folder}, and ${found}: these are two folders`,
      {
        hint: "mount one folder on all machines and name it with --data (HAFT_DATA); a copy, or one that is synchronised, is another",
      },
    );
  }
}
