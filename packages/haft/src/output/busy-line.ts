// A line that says what is being done, on a terminal, once it has taken longer than a second.

import type { Paint } from "./paint.ts";
import type { TextStream } from "./printer.ts";

const EVERY_MS = 1_000;
/** To the beginning of the line, and what stands there away. */
const CLEAR = "\r\u001b[K";

/** Owns the last line of a terminal while something is being done; whoever writes to that terminal clears it first. */
export class BusyLine implements Disposable {
  readonly #stream: TextStream;
  readonly #paint: Paint;
  readonly #text: string;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  #shown = false;

  constructor(stream: TextStream, paint: Paint, text: string) {
    this.#stream = stream;
    this.#paint = paint;
    this.#text = text;
    this.#timer = setTimeout(() => this.#show(), EVERY_MS);
    this.#timer.unref();
  }

  /** Takes the line away until the next second. */
  clear(): void {
    if (!this.#shown) return;
    this.#stream.write(CLEAR);
    this.#shown = false;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.clear();
  }

  #show(): void {
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    this.#stream.write(`${this.#shown ? CLEAR : ""}${this.#paint.quiet(`${this.#text} … ${seconds} s`)}`);
    this.#shown = true;
    this.#timer.refresh();
  }
}
