// Which sandbox serves which call. Owns every live sandbox and everybody who waits for one.
//
// 1. A sandbox belongs to one image key and is never given to another (I11).
// 2. Nobody waits while a sandbox of their image is free.
// 3. No more than the limits of sandboxes are alive, starting or ending.
// 4. What has closed is never given out again.

import type { LiveSandbox, SandboxListener } from "../calls/live-sandbox.ts";
import { type Seat, SeatUnavailable } from "../calls/seat.ts";
import type { ToolsetImage } from "../calls/toolset-image.ts";
import { FairQueue } from "./fair-order.ts";
import { imageKey } from "./image-key.ts";

/** Limits of a pool, and how it starts sandboxes. */
export interface PoolSettings {
  readonly perToolset: number;
  readonly total: number;
  readonly idleMs: number;
  /** Whether a sandbox is started ahead when the last free one is taken. */
  readonly spares: boolean;
  start(image: ToolsetImage, listener: SandboxListener): Promise<LiveSandbox>;
}

interface Group {
  readonly image: ToolsetImage;
  readonly sandboxes: Set<LiveSandbox>;
  starting: number;
  /** A spare that is about to be started. */
  spareSoon: NodeJS.Timeout | undefined;
}

/** So long the call that took the last free sandbox has the machine to itself; most are over by then. */
const SPARE_AFTER_MS = 4;

interface Waiter {
  readonly tenant: string;
  readonly key: string;
  readonly image: ToolsetImage;
  readonly seat: PromiseWithResolvers<Seat>;
}

/** See the file's first lines. */
export class Pool implements AsyncDisposable {
  readonly #settings: PoolSettings;
  readonly #groups = new Map<string, Group>();
  readonly #waiters = new FairQueue<Waiter>();
  /** Idle since; in the order in which they became idle. */
  readonly #idle = new Map<LiveSandbox, number>();
  readonly #ending = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  /** Waits for a seat. Rejects with a `SeatUnavailable`. */
  async take(image: ToolsetImage, signal?: AbortSignal): Promise<Seat> {
    if (this.#closed) throw closedPool();
    if (signal?.aborted) throw givenUp();
    const waiter: Waiter = { tenant: image.tenant, key: imageKey(image), image, seat: Promise.withResolvers() };
    this.#waiters.add(waiter);
    const onAbort = () => {
      this.#waiters.remove(waiter);
      waiter.seat.reject(givenUp());
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#pump();
    try {
      return await waiter.seat.promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Sandboxes that are alive, starting or ending. */
  get size(): number {
    let size = this.#ending.size;
    for (const group of this.#groups.values()) size += group.sandboxes.size + group.starting;
    return size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const waiter of this.#waiters.inOrder()) {
      this.#waiters.remove(waiter);
      waiter.seat.reject(closedPool());
    }
    for (const group of this.#groups.values()) for (const sandbox of [...group.sandboxes]) sandbox.close();
    while (this.#ending.size > 0 || this.#starting() > 0) {
      await Promise.allSettled([...this.#ending]);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  #starting(): number {
    let starting = 0;
    for (const group of this.#groups.values()) starting += group.starting;
    return starting;
  }

  /** Serves whoever can be served, in fair order. */
  #pump(): void {
    if (this.#closed) return;
    const expected = new Map<string, number>();
    for (const waiter of this.#waiters.inOrder()) {
      const group = this.#group(waiter);
      const seat = this.#seatIn(group);
      if (seat) {
        this.#waiters.served(waiter);
        waiter.seat.resolve(seat);
        this.#spareSoon(group);
        continue;
      }
      // One start serves one waiter.
      const before = expected.get(waiter.key) ?? 0;
      expected.set(waiter.key, before + 1);
      if (group.starting <= before && this.#mayStart(group)) this.#start(group, waiter.key);
    }
  }

  #group(waiter: Waiter): Group {
    let group = this.#groups.get(waiter.key);
    if (!group) {
      group = { image: waiter.image, sandboxes: new Set(), starting: 0, spareSoon: undefined };
      this.#groups.set(waiter.key, group);
    }
    return group;
  }

  #seatIn(group: Group): Seat | undefined {
    for (const sandbox of group.sandboxes) {
      const seat = sandbox.free > 0 ? sandbox.take() : undefined;
      if (!seat) continue;
      this.#idle.delete(sandbox);
      return seat;
    }
    return undefined;
  }

  /** Not at once: a start takes both processors from the call that has just been given its place. */
  #spareSoon(group: Group): void {
    if (!this.#settings.spares || group.spareSoon !== undefined) return;
    group.spareSoon = setTimeout(() => {
      group.spareSoon = undefined;
      this.#spare(group);
      this.#forgetIfEmpty(group, imageKey(group.image));
    }, SPARE_AFTER_MS);
    group.spareSoon.unref();
  }

  /** The next call should find a sandbox that waits for it. */
  #spare(group: Group): void {
    if (this.#closed || !this.#settings.spares || group.starting > 0 || group.image.purpose === "definition") return;
    for (const sandbox of group.sandboxes) if (sandbox.free > 0) return;
    const full = group.sandboxes.size + group.starting >= this.#settings.perToolset;
    // A spare is a convenience: nobody's sandbox is closed for it.
    if (!full && this.size < this.#settings.total) this.#start(group, imageKey(group.image));
  }

  #mayStart(group: Group): boolean {
    if (group.sandboxes.size + group.starting >= this.#settings.perToolset) return false;
    if (this.size < this.#settings.total) return true;
    // Room is made by the sandbox that nobody has used for the longest time; its end pumps again.
    const [longest] = this.#idle.keys();
    longest?.close();
    return false;
  }

  #start(group: Group, key: string): void {
    group.starting += 1;
    const listener: SandboxListener = {
      freed: (sandbox) => this.#freed(sandbox),
      closed: (sandbox) => this.#left(group, key, sandbox),
    };
    this.#settings.start(group.image, listener).then(
      (sandbox) => {
        group.starting -= 1;
        if (this.#closed) {
          this.#track(sandbox.over);
          sandbox.close();
          return;
        }
        if (sandbox.free === 0) {
          // It has ended in the meantime.
          this.#track(sandbox.over);
          this.#pump();
          return;
        }
        group.sandboxes.add(sandbox);
        this.#freed(sandbox);
      },
      (fault) => {
        group.starting -= 1;
        this.#failed(group, key, fault);
      },
    );
  }

  #freed(sandbox: LiveSandbox): void {
    if (sandbox.idle) this.#idle.set(sandbox, performance.now());
    this.#pump();
    this.#watchIdle();
  }

  #left(group: Group, key: string, sandbox: LiveSandbox): void {
    this.#idle.delete(sandbox);
    if (!group.sandboxes.delete(sandbox)) return;
    this.#track(sandbox.over);
    this.#forgetIfEmpty(group, key);
  }

  #forgetIfEmpty(group: Group, key: string): void {
    const wanted = group.starting > 0 || group.spareSoon !== undefined;
    if (group.sandboxes.size === 0 && !wanted) this.#groups.delete(key);
  }

  /** Room is free only when nothing is left of what was there. */
  #track(over: Promise<void>): void {
    const tracked = over
      .catch(() => {})
      .then(() => {
        this.#ending.delete(tracked);
        this.#pump();
      });
    this.#ending.add(tracked);
  }

  /** Everybody who waits for this image is told; where others of its sandboxes live, only one: no start is tried for ever. */
  #failed(group: Group, key: string, fault: unknown): void {
    this.#forgetIfEmpty(group, key);
    const waiting = this.#waiters.inOrder().filter((waiter) => waiter.key === key);
    for (const waiter of group.sandboxes.size === 0 ? waiting : waiting.slice(0, 1)) {
      this.#waiters.remove(waiter);
      waiter.seat.reject(fault);
    }
    this.#pump();
  }

  #watchIdle(): void {
    if (this.#timer || this.#closed || this.#idle.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const oldest = performance.now() - this.#settings.idleMs;
      for (const [sandbox, since] of [...this.#idle]) if (since <= oldest) sandbox.close();
      this.#watchIdle();
    }, this.#settings.idleMs / 4);
    this.#timer.unref();
  }
}

function closedPool(): SeatUnavailable {
  return new SeatUnavailable(
    { type: "killed", message: "the sandboxes are being closed", hint: "call it again" },
    true,
  );
}

function givenUp(): SeatUnavailable {
  return new SeatUnavailable({ type: "cancelled", message: "the call was cancelled before it started" }, true);
}
