// What a tool writes to its standard output and standard error, by lines, until the marker that ends a call's output.

import type { Readable } from "node:stream";

/** The most that is kept of both outputs of one call, in bytes. */
export const OUTPUT_LIMIT = 64 * 1024;
const LINE_END = 10;

/** How much of a call's output was kept; shared by its two streams. */
export class OutputAllowance {
  #left: number;
  #dropped = 0;

  constructor(limit = OUTPUT_LIMIT) {
    this.#left = limit;
  }

  /** How many of these bytes may be kept. */
  take(bytes: number): number {
    const kept = Math.min(bytes, this.#left);
    this.#left -= kept;
    this.#dropped += bytes - kept;
    return kept;
  }

  /** Bytes that were not kept. */
  get dropped(): number {
    return this.#dropped;
  }
}

/** Hears one line, without its end. */
export type LineListener = (text: string) => void;

/** How many bytes at the end of a line are the beginning of the marker. */
function beginning(marker: Buffer, line: Buffer): number {
  let length = Math.min(marker.length, line.length);
  while (length > 0 && !line.subarray(line.length - length).equals(marker.subarray(0, length))) length -= 1;
  return length;
}

/** Follows one stream for the life of its sandbox. */
export class OutputCapture {
  readonly #marker: Buffer;
  /** The line so far. Beyond the allowance only as much as a marker needs is held. */
  #line: Buffer = Buffer.alloc(0);
  #allowance = new OutputAllowance();
  #listener: LineListener | undefined;
  #waiting: (() => void) | undefined;
  #early: string[] = [];
  #marked = 0;
  #awaited = 0;
  #over = false;
  #received = 0;

  constructor(stream: Readable, marker: string) {
    this.#marker = Buffer.from(marker, "utf8");
    stream.on("data", (chunk: Buffer) => this.#push(chunk));
    stream.once("close", () => this.#end());
    stream.resume();
  }

  /** Bytes that have arrived. */
  get received(): number {
    return this.#received;
  }

  /** What was written before any call. */
  get early(): readonly string[] {
    return this.#early;
  }

  /** Lines go here from now on; what came before a call (while the module was loaded) comes first. */
  attach(listener: LineListener, allowance: OutputAllowance): void {
    this.#listener = listener;
    this.#allowance = allowance;
    for (const line of this.#early.splice(0)) listener(line);
  }

  /** Resolves when the output of the call is complete: at its marker, or at the end of the stream. */
  complete(): Promise<void> {
    this.#awaited += 1;
    if (this.#over || this.#marked >= this.#awaited) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Says the line that has begun, for whoever does not wait for its end. What may be the marker's beginning is held. */
  flush(): void {
    const out = this.#line.length - beginning(this.#marker, this.#line);
    if (out > 0) this.#say(this.#line.subarray(0, out));
    this.#line = Buffer.from(this.#line.subarray(out));
  }

  #push(chunk: Buffer): void {
    this.#received += chunk.length;
    let from = 0;
    for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, from)) {
      this.#extend(chunk.subarray(from, at));
      this.#lineEnd();
      from = at + 1;
    }
    this.#extend(chunk.subarray(from));
  }

  #extend(part: Buffer): void {
    if (part.length === 0) return;
    this.#line = this.#line.length === 0 ? Buffer.from(part) : Buffer.concat([this.#line, part]);
    const most = OUTPUT_LIMIT + this.#marker.length;
    if (this.#line.length <= most) return;
    // No line is that long and kept whole: its beginning goes out, and what could still be a marker is held.
    const out = this.#line.length - this.#marker.length;
    this.#say(this.#line.subarray(0, out));
    this.#line = Buffer.from(this.#line.subarray(out));
  }

  #lineEnd(): void {
    const line = this.#line;
    this.#line = Buffer.alloc(0);
    const rest = line.length - this.#marker.length;
    if (rest < 0 || !line.subarray(rest).equals(this.#marker)) {
      this.#say(line);
      return;
    }
    if (rest > 0) this.#say(line.subarray(0, rest));
    this.#marked += 1;
    this.#listener = undefined;
    this.#waiting?.();
    this.#waiting = undefined;
  }

  #say(line: Buffer): void {
    const kept = this.#allowance.take(line.length + 1);
    if (kept === 0) return;
    const text = line.subarray(0, kept).toString("utf8");
    if (this.#listener) this.#listener(text);
    else if (this.#marked === 0) this.#early.push(text);
  }

  #end(): void {
    if (this.#line.length > 0) this.#say(this.#line);
    this.#line = Buffer.alloc(0);
    this.#over = true;
    this.#waiting?.();
    this.#waiting = undefined;
  }
}
