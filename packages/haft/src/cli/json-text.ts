// JSON that somebody typed: read strictly, so that a mistake is told with its place instead of being guessed away.

import type { Json } from "@haft/sdk/wire";

/** Where and why a text is not JSON. Lines and columns are 1-based. */
export class JsonFault extends Error {
  readonly line: number;
  readonly column: number;
  constructor(message: string, text: string, at: number) {
    super(message);
    this.name = "JsonFault";
    const before = text.slice(0, at).split("\n");
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

const DEEPEST = 500;
const BLANK = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };
/** What other languages write, and JSON does not. */
const MEANT: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null", undefined: "null" };

/** Reads a JSON document. Throws `JsonFault`; a key that is given twice is one. */
export function parseJsonText(text: string): Json {
  const reader = new JsonReader(text);
  return reader.document();
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Json {
    this.#blank();
    if (this.#at === this.#text.length) throw this.#fault("it is empty");
    const value = this.#value(0);
    this.#blank();
    if (this.#at < this.#text.length) throw this.#fault(`${this.#found()} after the end of the value`);
    return value;
  }

  #value(depth: number): Json {
    if (depth > DEEPEST) throw this.#fault("it is nested too deeply");
    const first = this.#text[this.#at];
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#list(depth);
    if (first === '"') return this.#string();
    const word = this.#take(WORD);
    if (word !== undefined) {
      const value = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
      if (value !== undefined) return value;
      const meant = MEANT[word];
      throw this.#fault(
        meant ? `${word} is written ${meant}` : `${word} must be a value; text stands in double quotes`,
        word.length,
      );
    }
    const number = this.#take(NUMBER);
    if (number !== undefined) return this.#number(number);
    throw this.#fault(first === "'" ? "text stands in double quotes" : `a value is missing before ${this.#found()}`);
  }

  #object(depth: number): Json {
    const entries = new Map<string, Json>();
    this.#at++;
    this.#blank();
    while (this.#text[this.#at] !== "}") {
      if (this.#text[this.#at] !== '"') throw this.#fault(`a name in double quotes is missing before ${this.#found()}`);
      const from = this.#at;
      const name = this.#string();
      if (entries.has(name)) throw this.#fault(`the name ${JSON.stringify(name)} is given twice`, this.#at - from);
      this.#blank();
      if (this.#text[this.#at] !== ":") throw this.#fault(`":" is missing before ${this.#found()}`);
      this.#at++;
      this.#blank();
      entries.set(name, this.#value(depth + 1));
      this.#separator("}");
    }
    this.#at++;
    return Object.fromEntries(entries);
  }

  #list(depth: number): Json {
    const items: Json[] = [];
    this.#at++;
    this.#blank();
    while (this.#text[this.#at] !== "]") {
      items.push(this.#value(depth + 1));
      this.#separator("]");
    }
    this.#at++;
    return items;
  }

  /** A comma that something follows, or the end. */
  #separator(end: string): void {
    this.#blank();
    if (this.#text[this.#at] === end) return;
    if (this.#text[this.#at] !== ",") throw this.#fault(`"," or "${end}" is missing before ${this.#found()}`);
    this.#at++;
    this.#blank();
    if (this.#text[this.#at] === end) throw this.#fault(`a comma stands before "${end}"`);
  }

  #string(): string {
    const taken = this.#take(STRING);
    if (taken === undefined)
      throw this.#fault("text that is not closed, or holds a control character or a wrong escape");
    const value = JSON.parse(taken) as string;
    if (!value.isWellFormed()) throw this.#fault("text with half of a surrogate pair", taken.length);
    return value;
  }

  #number(written: string): Json {
    const value = Number(written);
    const whole = /^-?[0-9]+$/.test(written);
    if (!Number.isFinite(value) || (whole && BigInt(written) !== BigInt(value))) {
      throw this.#fault(`${written} is a number that cannot be held exactly`, written.length);
    }
    return value;
  }

  #blank(): void {
    this.#take(BLANK);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match) return undefined;
    this.#at += match[0].length;
    return match[0];
  }

  #found(): string {
    const character = this.#text.codePointAt(this.#at);
    return character === undefined ? "the end" : JSON.stringify(String.fromCodePoint(character));
  }

  #fault(message: string, back = 0): JsonFault {
    return new JsonFault(message, this.#text, this.#at - back);
  }
}
