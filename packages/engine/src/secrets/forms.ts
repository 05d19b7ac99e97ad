// The forms in which a secret is looked for: the value, its lines, base64 and hex, with what differs between dialects folded.
// Escapes and percent signs are no forms: text is read without them (`readings.ts`).

/** Shorter values cannot be told from text. */
export const SHORTEST = 8;

/** One form of one secret. Line breaks are left out, as they are in what is searched. */
export interface Form {
  readonly name: string;
  readonly text: string;
  /** Places, in characters of the text, before which the secret itself has a line break. */
  readonly breaks: readonly number[];
}

/** Anybody's private key begins and ends with such a line. */
const ARMOUR = /^-----(BEGIN|END) [A-Z0-9 ]*-----$/;

/** Every form of a value; none where it is too short. */
export function formsOf(name: string, value: string): readonly Form[] {
  if (value.length < SHORTEST) return [];
  const trimmed = value.trim();
  const lines = value.split(/[\r\n]+/).map((line) => line.trim());
  const told = trimmed.length < SHORTEST ? value : trimmed;
  const bytes = Buffer.from(told);
  const hex = bytes.toString("hex");
  return [
    inOneLine(name, value),
    ...(trimmed === value ? [] : [inOneLine(name, trimmed)]),
    // Logs come line by line, and a key is printed so.
    ...(lines.length === 1 ? [] : lines.filter((line) => !ARMOUR.test(line)).map((line) => inOneLine(name, line))),
    ...[...base64Forms(bytes), hex, hex.toUpperCase()].map((text) => ({ name, text, breaks: [] })),
  ].filter(({ text }) => text.length >= SHORTEST);
}

function inOneLine(name: string, value: string): Form {
  const breaks: number[] = [];
  let text = "";
  for (const line of value.split(/[\r\n]+/)) {
    if (text !== "") breaks.push(text.length);
    text += line;
  }
  return { name, text, breaks };
}

/** In base64 a value looks different by where in the text it begins: the characters that only it decides, for each of the three. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
}

/** Characters that stand for one another: a space is `+` in forms, which is `-` in base64 for addresses, as `/` is `_`. */
const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 0x2b || code === 0x2d) return 0x20;
  return code === 0x5f ? 0x2f : code;
});

/** The symbol that a code unit is taken for. */
export function symbolOf(code: number): number {
  return code < 128 ? (FOLDED[code] ?? code) : code;
}
