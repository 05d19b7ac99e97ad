// Strict JSON: what others let pass is refused, with its place; everything else is as JSON.parse reads it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseStrictJson } from "../../src/validation/index.ts";

const REFUSED: Readonly<Record<string, readonly [text: string, message: RegExp, line: number, column: number]>> = {
  "a key that stands twice": ['{"a": 1,\n "a": 2}', /"a" stands twice/, 2, 2],
  "a key that stands twice once escapes are read": ['{"a": 1, "\\u0061": 2}', /"a" stands twice/, 1, 10],
  "half of a surrogate pair": ['["\\ud800"]', /surrogate/, 1, 2],
  "a whole number beyond a double": ["[9007199254740993]", /9007199254740993 cannot be held exactly/, 1, 2],
  "a number beyond all doubles": ['{"a": 1e400}', /1e400 cannot be held exactly/, 1, 7],
  "a number that becomes 0": ["1e-400", /1e-400/, 1, 1],
  "more digits than a double holds": ["0.12345678901234567891", /cannot be held exactly/, 1, 1],
  "a number of 5,000 digits": ["9".repeat(5000), /cannot be held exactly/, 1, 1],
  "a name without quotes": ["{a: 1}", /a name in double quotes, found "a"/, 1, 2],
  "single quotes": ["{'a': 1}", /a name in double quotes/, 1, 2],
  "a comma too many": ["[1,]", /expected a value, found "\]"/, 1, 4],
  "a comma missing": ["[1 2]", /expected `,` or `\]`, found "2"/, 1, 4],
  "an end that is missing": ['{"a": [1', /found the end/, 1, 9],
  "more after the value": ["1 2", /more after the value/, 1, 3],
  "nothing at all": ["  ", /found the end/, 1, 3],
  "a control character": ['"a\tb"', /control character/, 1, 3],
  "an unknown escape": ['"\\x"', /no escape \\x/, 1, 2],
  "a leading zero": ["01", /more after the value/, 1, 2],
  NaN: ["NaN", /expected a value/, 1, 1],
  "nesting without end": ["[".repeat(100_000), /nested deeper/, 1, 501],
};

describe("strict JSON", () => {
  for (const [name, [text, message, line, column]] of Object.entries(REFUSED)) {
    it(`refuses ${name}`, () => {
      const parsed = parseStrictJson(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, message);
      assert.deepEqual([parsed.line, parsed.column], [line, column]);
    });
  }

  const KEPT = [
    "0.1",
    "-0",
    "1e21",
    "1.50e3",
    "9007199254740992",
    "1152921504606846976",
    "5e-324",
    "3.141592653589793",
    "100000000000000000000",
  ];
  for (const text of KEPT)
    it(`keeps the number ${text}`, () => assert.deepEqual(parseStrictJson(text), { ok: true, value: Number(text) }));

  it("keeps a property named __proto__ as a property", () => {
    const parsed = parseStrictJson('{"__proto__": {"admin": true}}');
    assert.ok(parsed.ok);
    assert.deepEqual(Object.keys(Object(parsed.value)), ["__proto__"]);
    assert.equal(Reflect.get({}, "admin"), undefined);
  });

  it("reads what JSON.stringify wrote", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const parsed = parseStrictJson(JSON.stringify(value));
        assert.deepEqual(parsed, { ok: true, value: JSON.parse(JSON.stringify(value)) });
      }),
    );
  });

  it("accepts nothing that JSON.parse refuses, and never throws", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"',
      "1",
      "-",
      "0.5",
      "e",
      "true",
      "null",
      " ",
      "\n",
      "\\u0041",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const parsed = parseStrictJson(text);
        if (parsed.ok) assert.deepEqual(parsed.value, JSON.parse(text));
        else assert.ok(parsed.line >= 1 && parsed.column >= 1 && parsed.message !== "");
      }),
      { numRuns: 2_000 },
    );
  });
});
