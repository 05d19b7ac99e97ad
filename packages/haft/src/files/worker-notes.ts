// What workers of one database note of themselves in it, so that each knows of the others: which machine they are on, which
// data folder they have, and when they were seen last.

import type { Store } from "@haft/engine";
import type { Files } from "../session/session-options.ts";

const PREFIX = "worker ";

/** What a worker notes. */
export interface WorkerNote {
  readonly id: string;
  readonly machine: string;
  /** Of its data folder. */
  readonly place: string;
  readonly folder: string;
  readonly files: Files;
  /** When it came, by the store's clock. */
  readonly since: number;
  /** Name of a file that it has written into its data folder, and when. */
  readonly probe: string | null;
  readonly probedAt: number;
  /** The workers whose files it has found in its own data folder. */
  readonly sees: readonly string[];
}

/** A note, and when it was written. */
export interface SeenWorker extends WorkerNote {
  readonly at: number;
}

/** Writes a worker's note. */
export async function noteWorker(store: Pick<Store, "saveFact">, note: WorkerNote): Promise<void> {
  const { id, ...rest } = note;
  await store.saveFact({ name: `${PREFIX}${id}`, value: JSON.stringify(rest) });
}

/** Takes a worker's note away: it is over. */
export async function forgetWorker(store: Pick<Store, "saveFact">, id: string): Promise<void> {
  await store.saveFact({ name: `${PREFIX}${id}`, value: null });
}

/** All that there are, also of workers that were lost. */
export async function notedWorkers(store: Pick<Store, "facts">): Promise<readonly SeenWorker[]> {
  const facts = await store.facts(PREFIX);
  return facts.flatMap(({ name, value, at }) => {
    const note = parse(value);
    return note === null ? [] : [{ ...note, id: name.slice(PREFIX.length), at }];
  });
}

/** Null: a newer Haft wrote something else. */
function parse(text: string): Omit<WorkerNote, "id"> | null {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return null;
  const { machine, place, folder, files, since, probe, probedAt, sees } = value as Record<string, unknown>;
  if (typeof machine !== "string" || typeof place !== "string" || typeof folder !== "string") return null;
  if ((files !== "shared" && files !== "local") || typeof since !== "number" || typeof probedAt !== "number")
    return null;
  return {
    ...{ machine, place, folder, files, since, probedAt },
    // The name of a file: of nothing else.
    probe: typeof probe === "string" && /^[\w-]{1,64}$/.test(probe) ? probe : null,
    sees: Array.isArray(sees) ? sees.filter((id) => typeof id === "string") : [],
  };
}
