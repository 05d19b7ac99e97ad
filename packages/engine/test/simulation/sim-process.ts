// One worker's process as the world sees it: it may be stopped for a while, be cut off from the store, or die at any await.

import type { Clock } from "../../src/index.ts";
import type { Random } from "./random.ts";
import type { SimClock } from "./sim-clock.ts";

/** How likely things go wrong, at each await. */
export interface Faults {
  readonly death: number;
  readonly stop: number;
  readonly cutOff: number;
  /** Before the store has done it, and after. */
  readonly lostRequest: number;
  readonly lostReply: number;
  readonly lostWakeup: number;
}

/** Nothing goes wrong. */
export const NO_FAULTS: Faults = { death: 0, stop: 0, cutOff: 0, lostRequest: 0, lostReply: 0, lostWakeup: 0 };

/** The longest time that anything takes by itself, in milliseconds. */
const SLOWEST_MS = 20;

const NEVER = new Promise<never>(() => undefined);

/** A process. */
export class SimProcess {
  readonly name: string;
  readonly clock: SimClock;
  readonly random: Random;
  /** Between its monotonic clock and others'. */
  readonly #offset: number;
  readonly #endings: (() => void)[] = [];
  faults: Faults;
  dead = false;
  #stoppedUntil = 0;
  #cutOffUntil = 0;

  constructor(name: string, clock: SimClock, random: Random, faults: Faults) {
    this.name = name;
    this.clock = clock;
    this.random = random;
    this.faults = faults;
    this.#offset = random.below(3_600_000);
  }

  /** The clock of the process: an hour from others', and standing still while it is stopped. */
  readonly ownClock: Clock = {
    monotonic: () => this.clock.monotonic() + this.#offset,
    after: (milliseconds, callback) => {
      const fire = (): void => {
        if (this.dead) return;
        if (this.isStopped) forget = this.clock.after(this.#stoppedUntil - this.clock.monotonic(), fire);
        else callback();
      };
      let forget = this.clock.after(milliseconds, fire);
      return () => forget();
    },
  };

  /** A moment of the world's time on the own clock. */
  ownTime(at: number): number {
    return at + this.#offset;
  }

  get isStopped(): boolean {
    return this.clock.monotonic() < this.#stoppedUntil;
  }

  get isCutOff(): boolean {
    return this.clock.monotonic() < this.#cutOffUntil;
  }

  /** Called when it dies: whatever hangs on it ends. */
  onDeath(end: () => void): void {
    this.#endings.push(end);
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    for (const end of this.#endings) end();
  }

  /** Nothing goes wrong any more, and nothing of before goes on being wrong. */
  heal(): void {
    this.faults = NO_FAULTS;
    this.#stoppedUntil = 0;
    this.#cutOffUntil = 0;
  }

  /** One await: time passes, or the process is stopped, cut off, or dies here. */
  async passes(): Promise<void> {
    if (this.dead) await NEVER;
    const { random, faults, clock } = this;
    if (random.chance(faults.death)) {
      this.die();
      await NEVER;
    }
    if (random.chance(faults.stop)) this.#stoppedUntil = clock.monotonic() + random.below(90_000);
    if (random.chance(faults.cutOff)) this.#cutOffUntil = clock.monotonic() + random.below(60_000);
    if (random.chance(0.2)) await clock.pause(random.below(SLOWEST_MS));
    while (this.isStopped) await clock.pause(this.#stoppedUntil - clock.monotonic());
    if (this.dead) await NEVER;
  }
}
