// The ways in which a text can be read: as it is, and without escapes of JSON, percent signs, or both, twice over. A secret
// may be written with any of them, needed or not, so that no list of its encodings could be complete.

/** What one reading has in place of what the text has. */
export interface Reading {
  readonly text: string;
  /** Where in the text it comes from; null: it is that text. */
  readonly of: Reading | null;
  /** Which tokens were read; null: none. */
  readonly by: Sign | null;
  /** The signs among what they came to: with these, more tokens may begin. */
  readonly signs: string;
  /** What was read as something else, three numbers each: where it begins and ends there, and what it came to in length. */
  readonly tokens: readonly number[];
  /** Where a token begins, in the text it comes from, that has not ended yet; null: none. */
  readonly unfinished: number | null;
}

/** So often is what was read read again. */
const DEPTH = 2;

/** All readings that differ. `whole`: nothing follows, so that nothing is unfinished. */
export function readingsOf(text: string, whole: boolean): readonly Reading[] {
  const plain: Reading = { text, of: null, by: null, signs: "", tokens: [], unfinished: null };
  const readings = [plain];
  let last: readonly Reading[] = readings.slice();
  for (let depth = 0; depth < DEPTH; depth++) {
    last = last.flatMap((reading) =>
      SIGNS.flatMap((sign) => (isWorth(reading, sign) ? read(reading, sign, whole) : [])),
    );
    readings.push(...last);
  }
  return readings;
}

/** What tokens begin with: those of JSON are read first where both are there. */
const SIGNS = ["\\", "%"] as const;
type Sign = (typeof SIGNS)[number];

/** Whether reading on brings what no other reading has: signs that were there before have been read. */
function isWorth({ text, by, signs }: Reading, sign: Sign): boolean {
  return by === null || (by === "\\" && sign === "%") ? text.includes(sign) : signs.includes(sign);
}

/** A token: what it means, and where it ends; `unfinished`: what follows decides; null: none begins here. */
type Token = { readonly means: string; readonly to: number } | "unfinished" | null;

function read(of: Reading, sign: Sign, whole: boolean): readonly Reading[] {
  const { text } = of;
  const tokenAt = sign === "%" ? percentEncoded : escaped;
  const tokens: number[] = [];
  let means = "";
  let signs = "";
  let at = text.indexOf(sign);
  let from = 0;
  let unfinished: number | null = null;
  while (at >= 0) {
    const token = tokenAt(text, at);
    if (token === "unfinished" && !whole) {
      unfinished = at;
      break;
    }
    if (token === null || token === "unfinished") {
      at = text.indexOf(sign, at + 1);
      continue;
    }
    if (token.means === "\\" || token.means === "%") signs = signs.includes(token.means) ? signs : signs + token.means;
    means += text.slice(from, at) + token.means;
    tokens.push(at, token.to, token.means.length);
    from = token.to;
    at = text.indexOf(sign, from);
  }
  if (tokens.length === 0 && unfinished === null) return [];
  // What follows it may still go on with what was read before it.
  means += text.slice(from, unfinished ?? text.length);
  return [{ text: means, of, by: sign, signs, tokens, unfinished }];
}

const SIMPLE: Readonly<Record<string, string>> = Object.freeze({
  ...{ '"': '"', "'": "'", "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
});

/** An escape of JSON, or one that JavaScript and Python write beside those. */
function escaped(text: string, at: number): Token {
  const kind = text[at + 1];
  if (kind === undefined) return "unfinished";
  const means = SIMPLE[kind];
  if (means !== undefined) return { means, to: at + 2 };
  return kind === "u" ? unit(text, at + 2, 4) : kind === "x" ? unit(text, at + 2, 2) : null;
}

/** A code unit in so many hexadecimal digits. */
function unit(text: string, at: number, digits: number): Token {
  let code = 0;
  for (let index = 0; index < digits; index++) {
    if (at + index >= text.length) return "unfinished";
    const digit = digitAt(text, at + index);
    if (digit < 0) return null;
    code = code * 16 + digit;
  }
  return { means: String.fromCharCode(code), to: at + digits };
}

/** The bytes of one character in UTF-8; what is none is taken for Latin-1, or as JavaScript's `escape` writes it. */
function percentEncoded(text: string, at: number): Token {
  if (text[at + 1] === "u") return unit(text, at + 2, 4);
  const first = byteAt(text, at);
  if (typeof first !== "number") return first;
  const more = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  const alone = { means: String.fromCharCode(first), to: at + 3 };
  if (more === 0 || first >= 0xf8) return alone;
  let code = first & (0x3f >> more);
  for (let index = 1; index <= more; index++) {
    const next = byteAt(text, at + 3 * index);
    if (next === "unfinished") return next;
    if (next === null || next >> 6 !== 2) return alone;
    code = (code << 6) | (next & 0x3f);
  }
  return code > 0x10ffff ? alone : { means: String.fromCodePoint(code), to: at + 3 * (more + 1) };
}

function byteAt(text: string, at: number): number | "unfinished" | null {
  if (at >= text.length) return "unfinished";
  if (text[at] !== "%") return null;
  if (at + 1 >= text.length) return "unfinished";
  const high = digitAt(text, at + 1);
  if (high < 0) return null;
  if (at + 2 >= text.length) return "unfinished";
  const low = digitAt(text, at + 2);
  return low < 0 ? null : high * 16 + low;
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
