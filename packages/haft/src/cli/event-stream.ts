// The events of a run as lines of `--json`: all of them, each once, in their order, while the run moves.

import type { Printer } from "../output/printer.ts";
import type { MoveObserver } from "../session/move-observer.ts";
import type { RunEvent } from "../session/run.ts";
import type { Session } from "../session/session.ts";

/** Owns the order. Whoever moves a run hears what it writes itself; what others wrote between is read from the log. */
export class EventStream {
  readonly observer: MoveObserver = { event: (event) => this.#hear(event) };
  readonly #session: Session;
  readonly #printer: Printer;
  #last = 0;
  #printed: Promise<void> = Promise.resolve();

  constructor(session: Session, printer: Printer) {
    this.#session = session;
    this.#printer = printer;
  }

  /** Prints what is in the log and was not heard. Rejects if the log could not be read. */
  async finish(runId: string): Promise<void> {
    await this.#printed;
    const { signal } = new AbortController();
    for await (const event of this.#session.events(runId, { after: this.#last, follow: false, signal })) {
      this.#print(event);
    }
  }

  #hear(event: RunEvent): void {
    const printed = this.#printed.then(() => this.#printUpTo(event));
    // Told by `finish`; without this a rejection between would end the process.
    printed.catch(() => {});
    this.#printed = printed;
  }

  async #printUpTo(event: RunEvent): Promise<void> {
    if (event.seq > this.#last + 1) await this.#catchUp(event);
    this.#print(event);
  }

  /** Followed and left at the event before: what is only read moves other runs that are due, and this one cannot wait. */
  async #catchUp({ runId, seq }: RunEvent): Promise<void> {
    const leaving = new AbortController();
    const { signal } = leaving;
    for await (const earlier of this.#session.events(runId, { after: this.#last, follow: true, signal })) {
      if (earlier.seq >= seq) break;
      this.#print(earlier);
      if (earlier.seq === seq - 1) break;
    }
    leaving.abort();
  }

  #print(event: RunEvent): void {
    if (event.seq <= this.#last) return;
    this.#last = event.seq;
    this.#printer.object(event);
  }
}
