// Runs that could not be moved (I13): their log cannot be read, or the store failed in the middle. Each is given back, to be
// tried again after a while that grows, and keeps nobody from the other runs.

import type { Standing } from "../state/standing.ts";
import type { Services } from "./services.ts";

interface Trouble {
  readonly tenant: string;
  readonly runId: string;
  readonly fence: number;
  readonly standing: Standing;
}

/** The runs of one worker that could not be moved. */
export class Troubles {
  readonly #services: Services;
  readonly #times = new Map<string, number>();
  /** Held still, because giving them back failed as well. */
  readonly #held = new Map<string, Trouble>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** A run could not be moved. `soon`: whoever asked for it may ask again at once; else it waits, so that nobody spins. */
  async leave(
    { tenant, runId, fence }: { readonly tenant: string; readonly runId: string; readonly fence: number },
    soon: boolean,
  ): Promise<void> {
    const times = this.#times.get(runId) ?? 0;
    this.#times.set(runId, times + 1);
    const { settings, time } = this.#services;
    const pause = settings.troubleMs[Math.min(times, settings.troubleMs.length - 1)] ?? 0;
    const standing: Standing = soon ? { status: "ready" } : { status: "waiting", dueAt: time.now() + pause };
    this.#held.set(runId, { tenant, runId, fence, standing });
    await this.giveBack();
  }

  /** It could be moved. */
  over(runId: string): void {
    this.#times.delete(runId);
  }

  /** Gives back what is held still. */
  async giveBack(): Promise<void> {
    for (const trouble of this.#held.values()) {
      const given = await this.#giveBack(trouble).catch(() => false);
      if (given) this.#held.delete(trouble.runId);
    }
  }

  /** Whether it is not held by this worker any more. */
  async #giveBack({ tenant, runId, fence, standing }: Trouble): Promise<boolean> {
    const { store, workerId } = this.#services;
    const row = await store.run(tenant, runId);
    if (row === null || row.workerId !== workerId || row.fence !== fence) return true;
    return store.giveBack({ held: { tenant, runId, fence }, lastSeq: row.lastSeq, standing });
  }
}
