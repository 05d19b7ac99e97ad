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
    const late = this.#stream.holds;
    this.#tell(this.#begun + this.#stream.push(`${line}\n`), late);
  }

  end(): void {
    const rest = this.#begun + this.#stream.end();
    this.#tell(rest === "" || rest.endsWith("\n") ? rest : `${rest}\n`, true);
  }

  /** What came at once is said at once, however many lines it has; what was held back comes with what followed it. */
  #tell(text: string, late: boolean): void {
    const end = text.lastIndexOf("\n");
    this.#begun = text.slice(end + 1);
    if (end < 0) return;
    const whole = text.slice(0, end);
    for (const line of late ? whole.split("\n") : [whole]) this.#say(line);
  }
}
