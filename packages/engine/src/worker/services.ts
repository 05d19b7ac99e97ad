// What the parts of a worker share: the ports, and what follows from them.

import type { Blobs } from "../ports/blobs.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Machine } from "../ports/machine.ts";
import type { Models } from "../ports/models.ts";
import type { Runner } from "../ports/runner.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { Sources } from "../ports/sources.ts";
import type { Leases, Store, Wakeups } from "../ports/store.ts";
import type { Hold } from "../ports/store-claims.ts";
import type { Toolbox } from "../ports/toolbox.ts";
import type { RunBells } from "./run-bells.ts";
import type { WorkerSettings } from "./settings.ts";
import type { StoreTime } from "./store-time.ts";

/** The ports of an engine. */
export interface Ports {
  readonly store: Store & Wakeups & Leases;
  readonly runner: Runner;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  readonly sources: Sources;
  readonly machine: Machine;
  readonly models: Models;
  readonly toolbox: Toolbox;
}

/** The ports, and how this worker uses them. */
export interface Services extends Ports {
  readonly workerId: string;
  readonly settings: WorkerSettings;
  readonly time: StoreTime;
  /** What this process writes of runs. */
  readonly bells: RunBells;
  /** How this worker takes a run. */
  hold(): Hold;
}
