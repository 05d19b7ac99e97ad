// Who is served next: tenants take turns, and within a tenant it is first come, first served.

/** The least that is known of somebody who waits. */
export interface Waiting {
  readonly tenant: string;
}

/** A queue that is fair between tenants. */
export class FairQueue<W extends Waiting> {
  readonly #byTenant = new Map<string, W[]>();

  add(waiting: W): void {
    const queue = this.#byTenant.get(waiting.tenant);
    if (queue) queue.push(waiting);
    else this.#byTenant.set(waiting.tenant, [waiting]);
  }

  remove(waiting: W): void {
    const queue = this.#byTenant.get(waiting.tenant);
    const at = queue?.indexOf(waiting) ?? -1;
    if (!queue || at < 0) return;
    queue.splice(at, 1);
    if (queue.length === 0) this.#byTenant.delete(waiting.tenant);
  }

  /** Takes one out whose tenant is now served last. */
  served(waiting: W): void {
    this.remove(waiting);
    const queue = this.#byTenant.get(waiting.tenant);
    if (!queue) return;
    this.#byTenant.delete(waiting.tenant);
    this.#byTenant.set(waiting.tenant, queue);
  }

  /** Everybody: the first of each tenant, then the second of each, tenants in the order of their turns. */
  inOrder(): W[] {
    const queues = [...this.#byTenant.values()];
    const longest = Math.max(0, ...queues.map((queue) => queue.length));
    const order: W[] = [];
    for (let place = 0; place < longest; place += 1)
      for (const queue of queues) {
        const waiting = queue[place];
        if (waiting) order.push(waiting);
      }
    return order;
  }

  get size(): number {
    let size = 0;
    for (const queue of this.#byTenant.values()) size += queue.length;
    return size;
  }
}
