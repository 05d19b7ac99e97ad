// A clock that goes only when it is told to, so that order is asserted and never assumed.

import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../src/index.ts";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Time that a test moves. */
export class VirtualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  monotonic(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass, and everything that was due in it happen in order. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = end;
    await settle();
  }
}

/** What is under way outside the process, in the machine's own time. */
const outside = new Set<Promise<unknown>>();

/** Has virtual time stand still until this has ended: a file that is written, for example, takes as long as it takes. */
export function standStillFor<T>(work: Promise<T>): Promise<T> {
  const ended: Promise<unknown> = work.catch(() => undefined).finally(() => outside.delete(ended));
  outside.add(ended);
  return work;
}

/** Lets everything that needs no virtual time happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 25; turn++) {
    await setImmediate();
    if (outside.size === 0) continue;
    await Promise.all(outside);
    turn = 0;
  }
}

/** Lets everything that needs no virtual time happen until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 2_000; turn++) {
    if (await isSo()) return;
    await settle();
  }
  throw new Error("it never came to be so");
}
