// Where each line of a text literal's value stands in the source: escapes and continued lines make the two differ.

import type { TextNode } from "../syntax/expression-nodes.ts";
import { rawTextOf } from "../syntax/source-text.ts";

/** A place in the source: 1-based line, 1-based UTF-16 column. */
export interface LineStart {
  readonly line: number;
  readonly column: number;
}

/** The start of each line of the value, in order. */
export function literalLineStarts(node: TextNode): readonly LineStart[] {
  const raw = rawTextOf(node.place);
  const firstColumn = node.place.source.column(node.place.line, node.place.column);
  const walk = new Walk(raw, node.place.line, firstColumn);
  const starts: LineStart[] = [];
  // A line that has only begun when its literal ends begins with the next one.
  let isFresh = true;
  while (walk.nextLiteral()) {
    if (isFresh) starts.pop();
    if (isFresh) starts.push(walk.here());
    while (walk.insideLiteral()) {
      isFresh = walk.step();
      if (isFresh) starts.push(walk.here());
    }
  }
  return starts;
}

/** Goes through the source of one or more adjoining text literals. */
class Walk {
  readonly #raw: string;
  #at = 0;
  #line: number;
  #column: number;
  #quote = "";
  #isRaw = false;

  constructor(raw: string, line: number, column: number) {
    this.#raw = raw;
    this.#line = line;
    this.#column = column;
  }

  here(): LineStart {
    return { line: this.#line, column: this.#column };
  }

  /** Skips to the first character inside the next literal. */
  nextLiteral(): boolean {
    while (this.#at < this.#raw.length) {
      const opening = /^([A-Za-z]{0,2})("""|'''|"|')/.exec(this.#raw.slice(this.#at, this.#at + 5));
      if (opening !== null) {
        this.#isRaw = /r/i.test(opening[1] ?? "");
        this.#quote = opening[2] ?? "";
        this.#skip(opening[0].length);
        return true;
      }
      if (this.#raw[this.#at] === "#")
        while (this.#at < this.#raw.length && this.#raw[this.#at] !== "\n") this.#skip(1);
      else this.#skip(1);
    }
    return false;
  }

  /** Whether the literal goes on; leaves it where it does not. */
  insideLiteral(): boolean {
    if (this.#at >= this.#raw.length) return false;
    if (!this.#raw.startsWith(this.#quote, this.#at)) return true;
    this.#skip(this.#quote.length);
    return false;
  }

  /** Goes on by one character of the value; true where that was a line end. */
  step(): boolean {
    const character = this.#raw[this.#at];
    if (character !== "\\") {
      this.#skip(1);
      return character === "\n";
    }
    if (this.#isRaw) {
      this.#skip(1);
      // In a raw literal the backslash is part of the value, and still keeps a quote from ending it.
      if (this.#raw[this.#at] === "\n") return false;
      this.#skip(1);
      return false;
    }
    const escaped = this.#raw[this.#at + 1];
    this.#skip(2);
    return escaped === "n";
  }

  #skip(count: number): void {
    for (let index = 0; index < count; index++) {
      if (this.#raw[this.#at] === "\n") {
        this.#line += 1;
        this.#column = 1;
      } else this.#column += 1;
      this.#at += 1;
    }
  }
}
