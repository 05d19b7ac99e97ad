// Where each character of a reading is in the text that it is a reading of.

import type { Reading } from "./readings.ts";

/** The places of one reading's characters; of characters of one token all have the token's. */
export class Places {
  /** Null: each character is where it is. */
  readonly #starts: Int32Array | null;
  readonly #ends: Int32Array | null;

  private constructor(starts: Int32Array | null, ends: Int32Array | null) {
    this.#starts = starts;
    this.#ends = ends;
  }

  /** Of a reading, by the places of what it was made of; null: it is the text. */
  static of({ text, tokens }: Reading, before: Places | null): Places {
    if (before === null) return new Places(null, null);
    const starts = new Int32Array(text.length);
    const ends = new Int32Array(text.length);
    let at = 0;
    let from = 0;
    const copy = (upTo: number): void => {
      for (; at < upTo; at++, from++) {
        starts[at] = before.from(from);
        ends[at] = before.to(from);
      }
    };
    for (let index = 0; index < tokens.length; index += 3) {
      const [begin = 0, end = 0, length = 0] = [tokens[index], tokens[index + 1], tokens[index + 2]];
      copy(at + begin - from);
      starts.fill(before.from(begin), at, at + length);
      ends.fill(before.to(end - 1), at, at + length);
      at += length;
      from = end;
    }
    copy(text.length);
    return new Places(starts, ends);
  }

  /** The same without line breaks. */
  withoutBreaks(text: string, length: number): Places {
    if (text.length === length) return this;
    const starts = new Int32Array(length);
    const ends = new Int32Array(length);
    let to = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x0a || code === 0x0d) continue;
      starts[to] = this.from(at);
      ends[to] = this.to(at);
      to += 1;
    }
    return new Places(starts, ends);
  }

  /** Where a character begins. */
  from(at: number): number {
    return this.#starts === null ? at : (this.#starts[at] ?? 0);
  }

  /** Where a character ends. */
  to(at: number): number {
    return this.#ends === null ? at + 1 : (this.#ends[at] ?? 0);
  }

  /** The place itself, or where the token begins that it is in the middle of. */
  outsideToken(place: number): number {
    if (this.#starts === null) return place;
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.from(middle) <= place) low = middle + 1;
      else high = middle;
    }
    return low > 0 && this.to(low - 1) > place ? this.from(low - 1) : place;
  }
}
