// The sandboxes of one process: the machine, the starter and the pool put together.

import { availableParallelism } from "node:os";
import type { WireError } from "@haft/sdk/wire";
import type { Sandboxes, SandboxOptions, Seat } from "../calls/seat.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import type { Isolation } from "../levels/level.ts";
import { openMachine } from "../start/machine.ts";
import { seatFault } from "../start/start-faults.ts";
import { Starter } from "../start/starter.ts";
import { emptyImage } from "./empty-image.ts";
import { Pool } from "./pool.ts";

const PER_CORE = 4;
const TOTAL = 32;
const IDLE_MS = 60_000;

class PooledSandboxes implements Sandboxes {
  readonly #starter: Starter;
  readonly #pool: Pool;
  readonly #machine: Awaited<ReturnType<typeof openMachine>>;

  constructor(machine: Awaited<ReturnType<typeof openMachine>>, options: SandboxOptions) {
    this.#machine = machine;
    this.#starter = new Starter(machine, options);
    this.#pool = new Pool({
      perToolset: options.perToolset ?? PER_CORE * availableParallelism(),
      total: options.total ?? TOTAL,
      idleMs: options.idleMs ?? IDLE_MS,
      spares: options.spares ?? true,
      start: (image, listener) => this.#starter.start(image, listener),
    });
  }

  take(image: ToolsetImage, signal?: AbortSignal): Promise<Seat> {
    return this.#pool.take(image, signal);
  }

  extendDeadline(milliseconds: number | null): void {
    this.#machine.extendDeadline(milliseconds);
  }

  async probe(): Promise<{ isolation: Isolation | null; problems: readonly WireError[] }> {
    const image = emptyImage();
    try {
      const isolation = await this.#starter.isolation(image);
      return { isolation, problems: this.#starter.problems };
    } catch (fault) {
      const { error } = seatFault(image, fault);
      return { isolation: null, problems: this.#starter.problems.length > 0 ? this.#starter.problems : [error] };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
    await this.#machine[Symbol.asyncDispose]();
  }
}

/**
 * Makes ready what sandboxes need: the state folder, the launcher, the control groups. Starts no sandbox. Rejects with an
 * Error that says what to type where the state folder cannot be written or the sandbox's user does not exist.
 */
export async function createSandboxes(options: SandboxOptions): Promise<Sandboxes> {
  return new PooledSandboxes(await openMachine(options), options);
}
