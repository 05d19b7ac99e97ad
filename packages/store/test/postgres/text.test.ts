import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { storedText, writtenText } from "../../src/postgres/text.ts";

const characters = fc.oneof(
  fc.constantFrom("\0", "\u{F8F0}", "0", "1", "a", "🪢"),
  fc.string({ unit: "grapheme", maxLength: 2 }),
);

test("every text comes back as it was written, and none is stored with a zero character", () => {
  fc.assert(
    fc.property(
      fc.array(characters).map((parts) => parts.join("")),
      (text) => {
        assert.ok(!storedText(text).includes("\0"));
        assert.equal(writtenText(storedText(text)), text);
      },
    ),
  );
});

test("different texts are stored differently, and ordinary ones as they are", () => {
  assert.equal(storedText("plain text"), "plain text");
  const texts = ["\0", "\u{F8F0}", "\u{F8F0}0", "\u{F8F0}1", "\0\u{F8F0}", "0", "1"];
  assert.equal(new Set(texts.map(storedText)).size, texts.length);
});
