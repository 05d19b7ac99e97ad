import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMasker } from "../../src/secrets/masker.ts";

const VALUE = 'pa"ss/w+rd ü&1234';
const masker = createMasker([
  { name: "TOKEN", value: VALUE },
  { name: "LONGER", value: `${VALUE}-and-more` },
  { name: "SHORT", value: "abc1234" },
]);

const FORMS: readonly [string, string][] = [
  ["as it is", VALUE],
  ["escaped in JSON", JSON.stringify(VALUE).slice(1, -1)],
  ["percent-encoded", encodeURIComponent(VALUE)],
  ["percent-encoded in small letters", encodeURIComponent(VALUE).replace(/%../g, (code) => code.toLowerCase())],
  ["in a form", encodeURIComponent(VALUE).replaceAll("%20", "+")],
  ["in hex", Buffer.from(VALUE).toString("hex")],
  ["in large hex", Buffer.from(VALUE).toString("hex").toUpperCase()],
];

for (const [title, form] of FORMS) {
  test(`a secret is masked ${title}`, () => {
    assert.equal(masker.text(`before ${form} after`), "before [secret TOKEN] after");
  });
}

test("a secret is masked in base64 wherever it begins in the text", () => {
  for (let before = 0; before < 7; before++) {
    const text = `${"u".repeat(before)}${VALUE}:x`;
    for (const encoding of ["base64", "base64url"] as const) {
      const masked = masker.text(Buffer.from(text).toString(encoding));
      assert.match(masked, /\[secret TOKEN\]/);
      // What is left of it decodes to no more than the edges.
      const left = masked.replace("[secret TOKEN]", "");
      assert.ok(left.length < 16, left);
    }
  }
});

test("the longest secret wins, so that none is left half", () => {
  assert.equal(masker.text(`${VALUE}-and-more`), "[secret LONGER]");
});

test("keys and values are masked at any depth, and everything else stays as it is", () => {
  const value = { [VALUE]: [{ deep: [`x${VALUE}`] }], n: 1, t: true, z: null, short: "abc1234" };
  assert.deepEqual(masker.value(value), {
    "[secret TOKEN]": [{ deep: ["x[secret TOKEN]"] }],
    n: 1,
    t: true,
    z: null,
    short: "abc1234",
  });
});

test("a value of any shape loses every secret and keeps the rest", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ minLength: 8 }), (value, secret) => {
      fc.pre(secret.trim() === secret && !secret.includes("secret") && !secret.includes("\\"));
      const plain = createMasker([{ name: "S", value: secret }]);
      const masked = JSON.stringify(plain.value({ given: value as never, leak: [`a${secret}b`] }));
      assert.ok(!masked.includes(JSON.stringify(secret).slice(1, -1)));
    }),
  );
});

test("signs that mean something in a pattern are taken as they are", () => {
  const value = `a.*+?^$\{}()|[]\\-/z`;
  const odd = createMasker([{ name: "ODD", value }]);
  assert.equal(odd.text(`<${value}>`), "<[secret ODD]>");
  assert.equal(odd.text("axxxxxxxxxxxxxxxxz"), "axxxxxxxxxxxxxxxxz");
});

test("without secrets nothing changes", () => {
  const none = createMasker([]);
  assert.equal(none.text("x"), "x");
});
