// Reading a run's log into its state.

import { ENGINE_VERSION, type RunEvent } from "../events/event.ts";
import { parseEvent, type StoredEvent } from "../events/parse.ts";
import { isFoldedWithout, unspill } from "../events/spill.ts";
import type { Blobs } from "../ports/blobs.ts";
import type { LoadedRun } from "../ports/store.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { fold } from "../state/evolve.ts";
import { EVOLVE_VERSION, type RunState, unborn } from "../state/run-state.ts";
import type { Services } from "./services.ts";
import { isHere } from "./this-place.ts";

/** What is read with. Without a machine every run is taken to be of this place. */
type Reading = Pick<Services, "store" | "blobs" | "time"> & Partial<Pick<Services, "machine">>;

/** A run as it was read. */
export interface ReadRun {
  readonly row: RunRow;
  readonly state: RunState;
  /** Those that were folded one by one; the rest are in the snapshot. */
  readonly events: readonly RunEvent[];
  /** The last sequence that is in a snapshot; 0: there is none. */
  readonly snapshotSeq: number;
}

/**
 * Reads a run whole, or from a state on; null if there is no such run. Rejects with `newer_engine` where it has events whose
 * meaning this engine does not know: nothing may be decided of it here.
 */
export async function readRun(
  services: Reading,
  tenant: string,
  runId: string,
  from?: RunState,
): Promise<ReadRun | null> {
  const loaded = await loadRun(services, tenant, runId, from);
  return loaded === null ? null : foldLoaded(services, tenant, loaded, from);
}

/** What `readRun` reads, before anything of it is parsed. */
export async function loadRun(
  services: Pick<Services, "store" | "time">,
  tenant: string,
  runId: string,
  from?: RunState,
): Promise<LoadedRun | null> {
  const options = from === undefined ? { evolve: EVOLVE_VERSION } : { evolve: EVOLVE_VERSION, after: from.seq };
  const loaded = await services.store.load(tenant, runId, options);
  if (loaded === null) return null;
  if (loaded.run.minEngine > ENGINE_VERSION) throw newerEngine(loaded.run);
  services.time.heard(loaded.now);
  return loaded;
}

/**
 * What was loaded, as its state. Of a run whose files are elsewhere no more is read than is folded: so that it can be voted
 * on and cancelled from anywhere.
 */
export async function foldLoaded(
  { blobs, machine }: Pick<Reading, "blobs" | "machine">,
  tenant: string,
  loaded: LoadedRun,
  from?: RunState,
): Promise<ReadRun> {
  const events = await readEvents(
    loaded.events,
    tenant,
    blobs,
    machine === undefined || isHere(machine, loaded.run.place) ? "all" : "folded",
  );
  const state = fold(from ?? loaded.snapshot ?? unborn(loaded.run.runId), events);
  return { row: loaded.run, state, events, snapshotSeq: loaded.snapshot?.seq ?? 0 };
}

function newerEngine({ runId, minEngine }: RunRow): EngineError {
  const message = `run ${runId} was written by a newer Haft: it needs version ${minEngine} of the engine, and this is ${ENGINE_VERSION}`;
  return new EngineError("newer_engine", message, "upgrade Haft here, or leave the run to a worker that has it");
}

/** Which large values are brought back: all, those that are folded, or none: they are named by their digests then. */
export type Large = "all" | "folded" | "none";

/** Parses events and brings their large values back. */
export async function readEvents(
  stored: readonly StoredEvent[],
  tenant: string,
  blobs: Blobs,
  large: Large = "all",
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for (const each of stored) {
    const event = parseEvent(each);
    const asItIs = large === "none" || (large === "folded" && isFoldedWithout(event.type));
    events.push(asItIs ? event : await unspill(event, tenant, blobs));
  }
  return events;
}
