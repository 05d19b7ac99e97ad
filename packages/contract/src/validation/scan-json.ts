// A JSON parser that says where, and refuses what others let pass: a key written twice, half a surrogate pair, a number
// that a double would change.

import type { Json } from "@haft/sdk/wire";

/** Why a text is not JSON, and where: `offset` counts UTF-16 units from 0. */
export class JsonFault extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = "JsonFault";
    this.offset = offset;
  }
}

const DEEPEST = 500;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Control characters (`Cc`) below U+0020 end it too; the others of that class are let through one by one. */
const PLAIN_TEXT = /[^"\\\p{Cc}]*/uy;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** A decimal's digits and exponent, so that `1.50e3` and `1500` are one. */
function canonical(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const trimmed = digits.replace(/0+$/, "");
  if (trimmed === "") return "0";
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + (digits.length - trimmed.length)}`;
}

/** Whether a number comes back as it was written. */
function isExact(text: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (text.length < 16) return value !== 0 || !/[1-9]/.test(text.split(/e/i)[0] ?? "");
  if (canonical(text) === canonical(String(value))) return true;
  // `1152921504606846976` is held exactly, though JavaScript writes it shorter.
  return /^-?\d+$/.test(text) && BigInt(text) === BigInt(value);
}

class Scanner {
  readonly #text: string;
  at: number;
  #depth = 0;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  skipSpace(): void {
    while (/[ \t\n\r]/.test(this.#text[this.at] ?? "")) this.at += 1;
  }

  value(): Json {
    this.skipSpace();
    const next = this.#text[this.at];
    if (next === "{" || next === "[") {
      this.#depth += 1;
      if (this.#depth > DEEPEST) throw new JsonFault(`it is nested deeper than ${DEEPEST}`, this.at);
      const value = next === "{" ? this.#object() : this.#array();
      this.#depth -= 1;
      return value;
    }
    if (next === '"') return this.#string();
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const)
      if (this.#text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    return this.#number();
  }

  #unexpected(expected: string): JsonFault {
    const found = this.#text[this.at];
    return new JsonFault(
      `expected ${expected}, found ${found === undefined ? "the end" : JSON.stringify(found)}`,
      this.at,
    );
  }

  #number(): number {
    NUMBER.lastIndex = this.at;
    const text = NUMBER.exec(this.#text)?.[0];
    if (text === undefined) throw this.#unexpected("a value");
    const value = Number(text);
    if (!isExact(text, value)) {
      const shown = text.length > 40 ? `${text.slice(0, 37)}…` : text;
      throw new JsonFault(`the number ${shown} cannot be held exactly; write it as text`, this.at);
    }
    this.at += text.length;
    return value;
  }

  #string(): string {
    const start = this.at;
    let text = "";
    this.at += 1;
    for (;;) {
      PLAIN_TEXT.lastIndex = this.at;
      const plain = PLAIN_TEXT.exec(this.#text)?.[0] ?? "";
      text += plain;
      this.at += plain.length;
      const next = this.#text[this.at];
      if (next === '"') break;
      if (next !== undefined && next >= "\u007f") {
        text += next;
        this.at += 1;
        continue;
      }
      if (next !== "\\")
        throw this.#unexpected(next === undefined ? "the closing quote" : "an escape for a control character");
      text += this.#escape();
    }
    this.at += 1;
    if (!text.isWellFormed()) throw new JsonFault("a text holds half of a surrogate pair", start);
    return text;
  }

  #escape(): string {
    const letter = this.#text[this.at + 1] ?? "";
    if (letter === "u") {
      const digits = this.#text.slice(this.at + 2, this.at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonFault("expected four hexadecimal digits after \\u", this.at);
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const character = ESCAPES[letter];
    if (character === undefined) throw new JsonFault(`there is no escape \\${letter}`, this.at);
    this.at += 2;
    return character;
  }

  #array(): Json[] {
    const values: Json[] = [];
    this.at += 1;
    this.skipSpace();
    if (this.#take("]")) return values;
    for (;;) {
      values.push(this.value());
      this.skipSpace();
      if (this.#take("]")) return values;
      if (!this.#take(",")) throw this.#unexpected("`,` or `]`");
    }
  }

  #object(): Json {
    const values: Record<string, Json> = {};
    this.at += 1;
    this.skipSpace();
    if (this.#take("}")) return values;
    for (;;) {
      this.skipSpace();
      if (this.#text[this.at] !== '"') throw this.#unexpected("a name in double quotes");
      const start = this.at;
      const name = this.#string();
      if (Object.hasOwn(values, name))
        throw new JsonFault(`the name ${JSON.stringify(name)} stands twice in one object`, start);
      this.skipSpace();
      if (!this.#take(":")) throw this.#unexpected("`:`");
      // An own property also where the name is `__proto__`.
      Object.defineProperty(values, name, {
        value: this.value(),
        enumerable: true,
        writable: true,
        configurable: true,
      });
      this.skipSpace();
      if (this.#take("}")) return values;
      if (!this.#take(",")) throw this.#unexpected("`,` or `}`");
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at += 1;
    return true;
  }
}

/** The JSON value that begins at an offset, and where it ends. Throws `JsonFault`. */
export function scanJson(text: string, offset: number): { readonly value: Json; readonly end: number } {
  const scanner = new Scanner(text, offset);
  const value = scanner.value();
  return { value, end: scanner.at };
}
