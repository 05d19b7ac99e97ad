import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMasker } from "../../src/secrets/masker.ts";

const SECRETS = [
  { name: "KEY", value: "abcabcabd" },
  { name: "LONGER", value: "abcabcabdabc" },
  { name: "WORDS", value: 'pass "word" ä' },
];

/** Cuts a text at these places and puts together what comes out of the stream. */
function streamed(text: string, cuts: readonly number[]): string {
  const stream = createMasker(SECRETS).stream();
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  let out = "";
  let from = 0;
  for (const place of [...places, text.length]) {
    out += stream.push(text.slice(from, place));
    from = place;
  }
  return out + stream.end();
}

test("a secret that is cut anywhere never leaves the stream, and all other text does", () => {
  for (const { name, value } of SECRETS.slice(0, 1)) {
    const text = `the key is ${value}, is it not`;
    for (let cut = 0; cut <= text.length; cut++)
      assert.equal(streamed(text, [cut]), `the key is [secret ${name}], is it not`);
    const each = [...text].map((_, index) => index);
    assert.equal(streamed(text, each), `the key is [secret ${name}], is it not`);
  }
});

test("what may still become a secret is held back, and nothing else is", () => {
  const stream = createMasker(SECRETS).stream();
  assert.equal(stream.push("so: abcabc"), "so: ");
  assert.equal(stream.push("abd"), "");
  assert.equal(stream.push("!"), "[secret KEY]!");
  assert.equal(stream.push("ab"), "");
  assert.equal(stream.end(), "ab");
});

test("however a text is cut, the pieces are masked as the whole is", () => {
  const piece = fc.constantFrom(
    "abc",
    "abd",
    "ab",
    "a",
    "c",
    "d",
    "x",
    ...SECRETS.map(({ value }) => value),
    'pass \\"word',
    "\\u00e4",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 12 }), (pieces, cuts) => {
      const text = pieces.join("");
      assert.equal(streamed(text, cuts), createMasker(SECRETS).text(text));
    }),
  );
});

test("a secret that is written with needless escapes in JSON is masked, and the document means the same but for it", () => {
  const masker = createMasker([{ name: "KEY", value: "s3cret/value" }]);
  for (const written of ["s3cret/value", "s3cret\\/value", "\\u00733cret/valu\\u0065"]) {
    assert.equal(masker.text(`{"a":"${written}"}`), '{"a":"[secret KEY]"}');
  }
  for (const text of ['{"a":"\\u0000\\u0022\\\\u0061\\n\\ud83d"}', '{"b":"\\u00e4\\/"}']) {
    assert.deepEqual(JSON.parse(masker.text(text)), JSON.parse(text));
  }
});
