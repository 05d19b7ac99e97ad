// Virtual time and the one scheduler of a simulation: timers in the order of their times, those of one time in an order that
// chance decides; after each, everything that needs no time happens.

import type { Clock } from "../../src/index.ts";
import type { Random } from "./random.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
  forgotten: boolean;
}

/** Time that goes on when nothing is left to be done in it. */
export class SimClock implements Clock {
  readonly #random: Random;
  readonly #heap: Timer[] = [];
  #now = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  monotonic(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const at = this.#now + Math.max(0, milliseconds);
    const timer = { at, order: this.#random.next(), callback, forgotten: false };
    this.#push(timer);
    return () => {
      timer.forgotten = true;
    };
  }

  /** Resolves after a span. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after(milliseconds, resolve));
  }

  /** Lets time pass until something is so, or so many milliseconds are over. */
  async runUntil(done: () => boolean, longest: number): Promise<boolean> {
    const end = this.#now + longest;
    await turn();
    while (!done()) {
      const timer = this.#pop();
      if (timer === undefined || timer.at > end) {
        if (timer !== undefined) this.#push(timer);
        this.#now = end;
        return done();
      }
      this.#now = Math.max(this.#now, timer.at);
      timer.callback();
      await turn();
    }
    return true;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  #pop(): Timer | undefined {
    for (;;) {
      const timer = this.#popAny();
      if (timer === undefined || !timer.forgotten) return timer;
    }
  }

  #popAny(): Timer | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child += 1;
      const least = heap[child];
      if (least === undefined || !isBefore(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Everything that needs no time happens: promises that are settled, one after another. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
