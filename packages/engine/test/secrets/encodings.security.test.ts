// Whatever a secret is written with, it is found: the encoders here are others than the forms and readings that are tested.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Json } from "../../src/index.ts";
import { createMasker, type Masker } from "../../src/secrets/masker.ts";

const SIGNS = [..."ABCDXYZ0189", ..."!/+~@%&=_-.'()*\"\\ ", "ä", "€", "😀"];
const secret = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 8, maxLength: 24 })
  .map((signs) => signs.join(""))
  .filter((text) => text.trim() === text && text.length >= 8);
/** Text around a secret: nothing in it is of one, or an escape. */
const around = fc.stringMatching(/^[g-mo-q:;, ]{0,12}$/).map((text) => `${text}<`);

type Encode = (text: string, pick: (most: number) => number) => string;

const hex = (code: number, digits: number, upper: boolean): string => {
  const written = code.toString(16).padStart(digits, "0");
  return upper ? written.toUpperCase() : written;
};
const units = (text: string): readonly string[] => Array.from({ length: text.length }, (_, at) => text.charAt(at));
const everyByte = (text: string, write: (byte: number) => string): string => [...Buffer.from(text)].map(write).join("");
const wrapped = (text: string, width: number, end: string): string =>
  text.replace(new RegExp(`(.{${width}})(?!$)`, "gu"), `$1${end}`);
const json: Encode = (text) => JSON.stringify(text).slice(1, -1);
/** As `json.dumps` of Python. */
const ascii: Encode = (text) =>
  json(text, () => 0).replace(/[\u0080-\uffff]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4, false)}`);
/** As `urllib.parse.quote` of Python. */
const quoted: Encode = (text) =>
  everyByte(text, (byte) => {
    const char = String.fromCharCode(byte);
    return /[A-Za-z0-9_.~/-]/.test(char) ? char : `%${hex(byte, 2, true)}`;
  });

const ENCODERS: Readonly<Record<string, Encode>> = {
  "as it is": (text) => text,
  "JSON.stringify": json,
  "JSON twice": (text, pick) => json(json(text, pick), pick),
  "json.dumps": ascii,
  "json_encode of PHP": (text, pick) => ascii(text, pick).replaceAll("/", "\\/"),
  "JSON with escapes anywhere": (text, pick) =>
    units(text)
      .map((unit) => (pick(1) === 1 ? `\\u${hex(unit.charCodeAt(0), 4, pick(1) === 1)}` : json(unit, pick)))
      .join("")
      // Half of a pair by itself is escaped by JSON.stringify already.
      .replace(/[\ud800-\udfff]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4, false)}`),
  encodeURIComponent,
  encodeURI: (text) => encodeURI(text),
  URLSearchParams: (text) => new URLSearchParams({ a: text }).toString().slice(2),
  "urllib.parse.quote": quoted,
  "urllib.parse.quote_plus": (text, pick) => quoted(text, pick).replaceAll("/", "%2F").replaceAll("%20", "+"),
  "percent signs anywhere": (text, pick) =>
    [...text]
      .map((char) =>
        pick(1) === 1 || /[%+]/.test(char) ? everyByte(char, (byte) => `%${hex(byte, 2, pick(1) === 1)}`) : char,
      )
      .join(""),
  "percent signs twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "percent signs in JSON": (text, pick) => json(quoted(text, pick), pick).replaceAll("/", "\\/"),
  "JSON in percent signs": (text, pick) => encodeURIComponent(ascii(text, pick)),
  hex: (text) => Buffer.from(text).toString("hex"),
  "large hex": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "hex in lines": (text, pick) => wrapped(Buffer.from(text).toString("hex"), 4 + pick(12), "\n"),
  "lines anywhere": (text, pick) => wrapped(text, 4 + pick(8), ["\n", "\r\n"][pick(1)] ?? ""),
  "lines in JSON": (text, pick) => json(wrapped(text, 4 + pick(8), "\n"), pick),
};

const choices = fc.infiniteStream(fc.nat({ max: 1_000 }));

function picking(stream: Iterator<number>): (most: number) => number {
  return (most) => Number(stream.next().value) % (most + 1);
}

/** What comes out of a stream of a text that was cut at these places. */
function streamed(masker: Masker, text: string, cuts: readonly number[]): string {
  const stream = masker.stream();
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  let out = "";
  let from = 0;
  for (const place of [...places, text.length]) {
    out += stream.push(text.slice(from, place));
    from = place;
  }
  return out + stream.end();
}

for (const [title, encode] of Object.entries(ENCODERS)) {
  test(`a secret is found: ${title}`, () => {
    fc.assert(
      fc.property(
        secret,
        around,
        around,
        choices,
        fc.array(fc.nat(), { maxLength: 8 }),
        (value, before, after, stream, cuts) => {
          const masker = createMasker([{ name: "S", value }]);
          const text = `${before}${encode(value, picking(stream))}>${after}`;
          const expected = `${before}[secret S]>${after}`;
          assert.equal(masker.text(text), expected, text);
          assert.equal(streamed(masker, text, cuts), expected, text);
          assert.equal(
            streamed(
              masker,
              text,
              units(text).map((_, at) => at),
            ),
            expected,
            text,
          );
        },
      ),
      { numRuns: 60 },
    );
  });
}

test("a secret is found in base64 of either alphabet, wherever it begins, in lines or escaped", () => {
  const writing = fc.constantFrom<Encode>(
    (text) => text,
    (text) => encodeURIComponent(text),
    (text) => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    (text) => wrapped(text, 76, "\r\n"),
    (text, pick) => wrapped(text, 8 + pick(12), "\n"),
    (text, pick) => json(wrapped(text, 64, "\n"), pick).replaceAll("/", "\\/"),
  );
  fc.assert(
    fc.property(
      secret,
      fc.string(),
      fc.string(),
      writing,
      choices,
      fc.array(fc.nat()),
      (value, before, after, write, stream, cuts) => {
        const masker = createMasker([{ name: "S", value }]);
        const encoded = Buffer.from(`${before}${value}${after}`).toString("base64");
        const text = write(encoded, picking(stream));
        const masked = masker.text(text);
        assert.match(masked, /\[secret S\]/, text);
        assert.equal(streamed(masker, text, cuts), masked);
        // What is left of it are the edges, at most what comes before a line break that nearly all of it follows.
        const plain = encoded.replaceAll("=", "").length;
        const left = decodeURIComponent(masked.replaceAll("[secret S]", "")).replace(/\\[rn]|[\\\r\n=]/g, "").length;
        const own = Math.floor((((Buffer.byteLength(before) % 3) + Buffer.byteLength(value)) * 8) / 6) - 3;
        assert.ok(plain - left >= own - 3, `${text} became ${masked}`);
      },
    ),
  );
});

test("secrets that overlap leave nothing of either, however they lie", () => {
  fc.assert(
    fc.property(secret, fc.nat(), secret, fc.array(fc.nat(), { maxLength: 6 }), (first, shared, rest, cuts) => {
      const second = first.slice(1 + (shared % (first.length - 1))) + rest;
      for (const secrets of [
        [first, second],
        [second, first],
      ]) {
        const masker = createMasker(secrets.map((value) => ({ name: value === first ? "A" : "B", value })));
        const overlap = first + rest;
        const masked = masker.text(`<${overlap}>`);
        // The longest that begins there names the place: that is B where A begins as B does with its backslash escaped.
        assert.match(masked, /^<\[secret [AB]\]>$/);
        assert.equal(streamed(masker, `<${overlap}>`, cuts), masked);
      }
    }),
    { examples: [["\\\\AAAAAAAA", 0, "AAAAAAAA", []]] },
  );
});

test("a key of several lines is found whole, with other line ends, and each of its lines by itself", () => {
  const line = fc.stringMatching(/^[A-Za-z0-9+/]{8,64}$/);
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 5 }), fc.array(fc.nat(), { maxLength: 8 }), (lines, cuts) => {
      const value = ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n");
      const masker = createMasker([{ name: "KEY", value }]);
      for (const text of [value, value.trim(), value.replaceAll("\n", "\r\n"), json(value, () => 0)]) {
        const masked = masker.text(`: ${text}`).replaceAll("\\n", "");
        assert.equal(masked.trim(), ": [secret KEY]");
        assert.equal(streamed(masker, `: ${text}`, cuts).replaceAll("\\n", "").trim(), ": [secret KEY]");
      }
      for (const one of lines) assert.equal(masker.text(`  ${one} `), "  [secret KEY] ");
      assert.equal(masker.text("-----BEGIN PRIVATE KEY-----"), "-----BEGIN PRIVATE KEY-----");
    }),
    { numRuns: 40 },
  );
});

test("in values of any depth, keys too, no secret is left in any encoding", () => {
  const encoder = fc.constantFrom(...Object.values(ENCODERS));
  fc.assert(
    fc.property(
      secret,
      encoder,
      choices,
      fc.nat({ max: 6 }),
      fc.jsonValue({ maxDepth: 3 }),
      (value, encode, stream, depth, other) => {
        const masker = createMasker([{ name: "S", value }]);
        const written = encode(value, picking(stream));
        let given: Json = { [`<${written}>`]: [`<${written}>`], other: other as Json };
        let expected: Json = { "<[secret S]>": ["<[secret S]>"], other: masker.value(other as Json) };
        for (let level = 0; level < depth; level++) {
          given = level % 2 === 0 ? [given] : { [`<${written}>`]: given };
          expected = level % 2 === 0 ? [expected] : { "<[secret S]>": expected };
        }
        assert.deepEqual(masker.value(given), expected);
      },
    ),
  );
});

test("however a text is cut, lines and all, the pieces are masked as the whole is", () => {
  const values = ["abcabcabd", "abcabcabdabc", "bdabcxyz", "ab\ncdefgh\nij", 'p "w"\\x%41 ä'];
  const masker = createMasker(values.map((value, index) => ({ name: `S${index}`, value })));
  const piece = fc.constantFrom(
    ...[
      "abc",
      "abd",
      "ab",
      "a",
      "cdef",
      "gh",
      "ij",
      "x",
      "yz",
      "\n",
      "\r\n",
      "\\",
      "\\n",
      "\\u00",
      "\\u0061",
      "%",
      "%6",
      "%61",
    ],
    ...["%C3", "%C3%A4", "\\\\u0062", "%5C", "u0063", "%255C"],
    ...values,
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, cuts) => {
      const text = pieces.join("");
      assert.equal(streamed(masker, text, cuts), masker.text(text));
    }),
    { numRuns: 2_000 },
  );
});

test("text that is all beginnings of a secret takes no longer than its length", () => {
  // Each place of it looks like the beginning: what compares from each place anew would need a hundred thousand million steps.
  const masker = createMasker([{ name: "S", value: `${"a".repeat(100_000)}b` }]);
  const text = "a".repeat(1_000_000);
  assert.equal(masker.text(text), text);
});
