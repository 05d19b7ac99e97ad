// The sandboxes of one process: the machine, the starter and the pool put together.

import { availableParallelism } from "node:os";
import type { WireError } from "@haft/sdk/wire";
import { type Sandboxes, type SandboxOptions, type Seat, SeatUnavailable } from "../calls/seat.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import type { Isolation } from "../levels/level.ts";
import type { Way } from "../levels/way.ts";
import { authorStacks } from "../stacks/author-stack.ts";
import { openMachine } from "../start/machine.ts";
import { seatFault } from "../start/start-faults.ts";
import { Starter } from "../start/starter.ts";
import { emptyImage } from "./empty-image.ts";
import { Pool } from "./pool.ts";

const PER_CORE = 4;
const TOTAL = 32;
const IDLE_MS = 60_000;

/** Sandboxes on a machine; `choose` leaves out ways that the machine has, to see what it does without them. */
export class PooledSandboxes implements Sandboxes {
  readonly #starter: Starter;
  readonly #pool: Pool;
  readonly #machine: Awaited<ReturnType<typeof openMachine>>;

  constructor(
    machine: Awaited<ReturnType<typeof openMachine>>,
    options: SandboxOptions,
    choose: (way: Way) => boolean = () => true,
  ) {
    this.#machine = machine;
    this.#starter = new Starter(machine, options, choose);
    this.#pool = new Pool({
      perToolset: options.perToolset ?? PER_CORE * availableParallelism(),
      total: options.total ?? TOTAL,
      idleMs: options.idleMs ?? IDLE_MS,
      spares: options.spares ?? true,
      start: (image, listener) => this.#starter.start(image, listener),
    });
  }

  async take(image: ToolsetImage, signal?: AbortSignal): Promise<Seat> {
    const mapper = authorStacks(image);
    try {
      const seat = await this.#pool.take(image, signal);
      return {
        isolation: seat.isolation,
        interpreter: seat.interpreter,
        release: () => seat.release(),
        async call(call, observer, aborted) {
          const outcome = await seat.call(call, observer, aborted);
          return outcome.kind === "error" ? { ...outcome, error: mapper(outcome.error) } : outcome;
        },
      };
    } catch (fault) {
      if (!(fault instanceof SeatUnavailable)) throw fault;
      throw new SeatUnavailable(mapper(fault.error), fault.retryable);
    }
  }

  extendDeadline(milliseconds: number | null): void {
    this.#machine.extendDeadline(milliseconds);
  }

  /** The process number of the launcher, for those who watch over it; undefined while there is none. */
  get launcherPid(): number | undefined {
    return this.#machine.launcherPid();
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
export async function createSandboxes(options: SandboxOptions): Promise<PooledSandboxes> {
  return new PooledSandboxes(await openMachine(options), options);
}
