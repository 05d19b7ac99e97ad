// Reading a run's log into its state.

import type { RunEvent } from "../events/event.ts";
import { parseEvent, type StoredEvent } from "../events/parse.ts";
import { unspill } from "../events/spill.ts";
import type { Blobs } from "../ports/blobs.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { fold } from "../state/evolve.ts";
import { EVOLVE_VERSION, type RunState, unborn } from "../state/run-state.ts";
import type { Services } from "./services.ts";

/** A run as it was read. */
export interface ReadRun {
  readonly row: RunRow;
  readonly state: RunState;
  /** Those that were folded one by one; the rest are in the snapshot. */
  readonly events: readonly RunEvent[];
}

/** Reads a run whole, or from a state on; null if there is no such run. */
export async function readRun(
  services: Pick<Services, "store" | "blobs" | "time">,
  tenant: string,
  runId: string,
  from?: RunState,
): Promise<ReadRun | null> {
  const options = from === undefined ? { evolve: EVOLVE_VERSION } : { evolve: EVOLVE_VERSION, after: from.seq };
  const loaded = await services.store.load(tenant, runId, options);
  if (loaded === null) return null;
  services.time.heard(loaded.now);
  const events = await readEvents(loaded.events, tenant, services.blobs);
  const state = fold(from ?? loaded.snapshot ?? unborn(runId), events);
  return { row: loaded.run, state, events };
}

/** Parses events and brings their large values back. */
export async function readEvents(
  stored: readonly StoredEvent[],
  tenant: string,
  blobs: Blobs,
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for (const event of stored) events.push(await unspill(parseEvent(event), tenant, blobs));
  return events;
}
