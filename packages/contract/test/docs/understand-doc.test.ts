// What doc comments say: when, summary, description.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { descriptionOf, understandDoc } from "../../src/docs/understand-doc.ts";
import { turnedRound } from "../../src/docs/when-text.ts";
import { docOf } from "./doc-of.ts";

type Row = readonly [paragraphs: readonly string[], summary: string | undefined, when: string | undefined];

const TABLE: Readonly<Record<string, Row>> = {
  "a paragraph of its own": [["Do A.", "Use when A is wanted."], "Do A.", "Use when A is wanted."],
  "the end of a paragraph": [
    ["Do A. Use this when A is wanted. Never twice."],
    "Do A.",
    "Use this when A is wanted. Never twice.",
  ],
  "any case at the start": [["Do A.", "use it WHEN a is wanted"], "Do A.", "use it WHEN a is wanted"],
  "the first paragraph": [["Use this tool when A is wanted.", "Do A."], "Do A.", "Use this tool when A is wanted."],
  "after a question": [["Lost? Use only when lost."], "Lost?", "Use only when lost."],
  "lines that are joined": [["Do A,\nand B.", "Use when A\nis wanted."], "Do A, and B.", "Use when A is wanted."],
  "a list after a colon": [["Do A.", "Use when:", "- by day\n- by night"], "Do A.", "Use when: - by day - by night"],
  "a list that does not belong": [["Do A.", "Use when A.", "- one"], "Do A.", "Use when A."],
  "a small u inside a paragraph": [["Do A, e.g. use when A is wanted."], "Do A, e.g. use when A is wanted.", undefined],
  "a capital that begins no sentence": [["Do A (Use when B)."], "Do A (Use when B).", undefined],
  "a refusal": [["Do A.", "Do not use when B."], "Do A.", undefined],
  "words that go on": [["Do A.", "Use whenever you like."], "Do A.", undefined],
  "nothing behind it": [["Do A.", "Use when:"], "Do A.", undefined],
  "the first of two": [["Do A.", "Use when one.", "Use when two."], "Do A.", "Use when one."],
  "no summary": [["Use when A."], undefined, "Use when A."],
};

describe("a doc comment", () => {
  for (const [name, [paragraphs, summary, when]] of Object.entries(TABLE)) {
    it(`says when: ${name}`, () => {
      const understood = understandDoc(docOf(paragraphs));
      assert.deepEqual([understood.summary, understood.when], [summary, when]);
    });
  }

  it("takes a When section as a sentence, prose first", () => {
    assert.equal(understandDoc(docOf(["Do A."], "A is wanted.")).when, "Use when A is wanted.");
    assert.equal(understandDoc(docOf(["Do A."], "Use only when A.")).when, "Use only when A.");
    assert.equal(understandDoc(docOf(["Do A.", "Use when prose."], "section.")).when, "Use when prose.");
  });

  it("is described by summary and when; the rest is for toolsets that are not strict, plnt shows the first paragraph", () => {
    const understood = understandDoc(docOf(["Do A. Use when B.", "More.", "And more."]));
    assert.equal(descriptionOf(understood, "strict"), "Do A.\n\nUse when B.");
    assert.equal(descriptionOf(understood, "loose"), "Do A.\n\nUse when B.\n\nMore.\n\nAnd more.");
    assert.equal(descriptionOf(understood, "plnt"), "Do A. Use when B.");
  });

  it("loses no words and never throws, whatever it says", () => {
    const word = fc.constantFrom(
      "Use when",
      "use when",
      "Do A.",
      "B",
      ":",
      "- item",
      "Use only when",
      "!",
      "?",
      ".",
      "(",
      "\n",
    );
    const paragraph = fc
      .array(fc.oneof(word, fc.string({ maxLength: 5 })), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 5 }), (paragraphs) => {
        const understood = understandDoc(docOf(paragraphs));
        const all = [understood.summary, understood.when, ...understood.rest].join(" ");
        const letters = (text: string) => [...text.replace(/\s/g, "")].sort().join("");
        assert.equal(letters(all), letters(paragraphs.join("")));
      }),
      { numRuns: 500 },
    );
  });
});

describe("a sentence turned round", () => {
  const TURNED: readonly (readonly [string, string | undefined])[] = [
    ["Call this when a user asks for the weather.", "Use when a user asks for the weather."],
    ["Good if a date is spoken of.", "Use when a date is spoken of."],
    ["When it rains, take this.", "Use when it rains."],
    ["Do not call it when it rains.", undefined],
    ["Adds two numbers.", undefined],
  ];
  for (const [sentence, turned] of TURNED) it(sentence, () => assert.equal(turnedRound([sentence]), turned));
});
