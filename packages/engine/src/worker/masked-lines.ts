// Lines of one output of a call, masked as one text: a secret of several lines is printed line by line.

import type { MaskedStream } from "../secrets/masked-stream.ts";
import type { Masker } from "../secrets/masker.ts";

/** Gives lines on as they come, but for those that may be the beginning of a secret. */
export class MaskedLines {
  readonly #stream: MaskedStream;
  readonly #say: (line: string) => void;
  /** Masked, and not said yet: it is part of a line whose end is held back. */
  #begun = "";

  constructor(masker: Masker, say: (line: string) => void) {
    this.#stream = masker.stream();
    this.#say = say;
  }

  push(line: string): void {
    const text = this.#begun + this.#stream.push(`${line}\n`);
    // Held back or not, whole lines are said.
    const end = text.lastIndexOf("\n");
    this.#begun = text.slice(end + 1);
    if (end >= 0) this.#say(text.slice(0, end));
  }

  end(): void {
    const text = this.#begun + this.#stream.end();
    this.#begun = "";
    if (text !== "") this.#say(text.endsWith("\n") ? text.slice(0, -1) : text);
  }
}
