// Moving a run until it has ended or waits for somebody, also while others move it, and through waits that end by
// themselves.

import type { WaitKind } from "../events/payloads.ts";
import type { RunRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import type { MoveObserver } from "../worker/observe-phase.ts";
import type { Services } from "../worker/services.ts";
import { thisPlace } from "../worker/this-place.ts";
import type { Moved, Worker } from "../worker/worker.ts";
import { cancelRun } from "./cancel.ts";
import { until } from "./follow.ts";

/** A run that is due and cannot be moved yet is looked at no more often than this. */
const SHORTEST_MS = 20;

/** So long somebody at the place of a run's files may take to begin with it, in milliseconds, before it is told where it is. */
const PATIENCE_MS = 3_000;

/** How far a run is moved. */
export interface MoveOptions {
  readonly observer?: MoveObserver;
  /** Kinds of wait that are sat through; default none. */
  readonly through?: readonly WaitKind[];
  /** Aborting it cancels the run, in the name of `by`. */
  readonly signal?: AbortSignal;
  readonly by?: string;
}

/**
 * Resolves when the run has ended, or waits for something that is not sat through. Rejects with `run_not_found`,
 * `files_elsewhere` and `newer_engine`: then nobody moves it, and it cannot be moved from here.
 */
export async function moveUntil(
  services: Services,
  worker: Worker,
  tenant: string,
  runId: string,
  options: MoveOptions,
): Promise<void> {
  const { observer = {}, through = [] } = options;
  const cancelled = cancelOnAbort(services, tenant, runId, options);
  let dueAt: number | null = null;
  const elsewhere = new Elsewhere(services);
  try {
    await until(services, new AbortController().signal, {
      look: async () => {
        const moved = await worker.moveRun(tenant, runId, observer);
        // No more has to be read of it than its move knows.
        if (moved === "ended") return true;
        const row = await services.store.run(tenant, runId);
        if (row === null) throw new EngineError("run_not_found", `there is no run ${runId}`, "haft runs lists them");
        elsewhere.see(moved, row);
        dueAt = row.dueAt;
        return (await isAtRest(services, row, through)) ? true : undefined;
      },
      dueMs: () => (dueAt === null ? Number.POSITIVE_INFINITY : Math.max(SHORTEST_MS, dueAt - services.time.now())),
    });
  } finally {
    cancelled();
  }
}

/** How long a run has been ready that only somebody at another place can move. */
class Elsewhere {
  readonly #services: Services;
  #since: number | null = null;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Throws when nobody there has begun with it for a while. */
  see(moved: Moved, { runId, place }: RunRow): void {
    const now = this.#services.clock.monotonic();
    this.#since = moved === "elsewhere" ? (this.#since ?? now) : null;
    if (this.#since === null || now - this.#since < PATIENCE_MS) return;
    const here = thisPlace(this.#services.machine);
    const message = `run ${runId} cannot be moved from here: its files are on ${place}, and this is ${here}`;
    throw new EngineError("files_elsewhere", message, "there, haft worker moves it");
  }
}

async function isAtRest(services: Services, row: RunRow, through: readonly WaitKind[]): Promise<boolean> {
  if (row.endedAt !== null) return true;
  // Behind another run of its thread, which may wait for days: only who sits through waits sits through that.
  if (row.status === "queued") return through.length === 0;
  if (row.status !== "waiting") return false;
  const waits = await services.store.waits(row.tenant, { open: true, runId: row.runId, limit: 100 });
  return waits.some((wait) => !through.includes(wait.kind));
}

/** Cancels the run when the signal is aborted; the returned function ends that. */
export function cancelOnAbort(
  services: Services,
  tenant: string,
  runId: string,
  { signal, by = "haft" }: Pick<MoveOptions, "signal" | "by">,
): () => void {
  const abort = (): void => {
    // A run that has ended meanwhile needs no cancelling; a store that fails shows in the move itself.
    cancelRun(services, tenant, runId, by, "interrupted").catch(() => undefined);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  return () => signal?.removeEventListener("abort", abort);
}
