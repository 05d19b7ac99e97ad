// The time-out of a request: how long a provider may say nothing. A long response that keeps coming is none.

/** Aborts its signal when nothing was heard for so long. */
export class SilenceLimit {
  readonly #controller = new AbortController();
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout;

  constructor(seconds: number) {
    this.#milliseconds = seconds * 1000;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something was heard. */
  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(), this.#milliseconds);
  }
}
