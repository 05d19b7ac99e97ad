// An author's pattern cannot stop whoever checks a model's arguments against it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { validate } from "../../src/validation/index.ts";

const BAD: readonly (readonly [pattern: string, text: string])[] = [
  ["^(a+)+$", `${"a".repeat(50_000)}!`],
  ["^(a|a)*$", `${"a".repeat(50_000)}!`],
  ["^(.*)*x$", "a".repeat(50_000)],
  ["a*a*a*a*a*b", "a".repeat(50_000)],
  ["^([a-z]{1,20}){1,20}!$", "a".repeat(50_000)],
  ["(x+x+)+y", "x".repeat(50_000)],
];

describe("patterns", () => {
  for (const [pattern, text] of BAD) {
    it(`${pattern} is given up on a text that it would never be done with`, () => {
      const started = performance.now();
      const result = validate({ type: "object", properties: { a: { type: "string", pattern } } }, { a: text });
      // Once compiled and once in words, each under its limit; without one this would take years.
      assert.ok(performance.now() - started < 20_000);
      assert.equal(result.ok, false);
    });
  }

  it("names of properties are matched under the same limit", () => {
    const schema = { type: "object", propertyNames: { pattern: "^(a+)+$" } };
    assert.equal(validate(schema, { [`${"a".repeat(50_000)}!`]: 1 }).ok, false);
  });

  it("a thousand bad patterns take no longer than a few", () => {
    const anyOf = Array.from({ length: 1_000 }, (_, at) => ({ pattern: `^(a+)+${at}$` }));
    const started = performance.now();
    assert.equal(validate({ type: "string", anyOf }, `${"a".repeat(50_000)}!`).ok, false);
    // One by one they would take 200 s.
    assert.ok(performance.now() - started < 20_000);
  });

  const MATCHING: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
    ["^[a-z]+$", "a".repeat(1_000), true],
    ["^[a-z]+$", `${"a".repeat(1_000)}1`, false],
    ["^([a-z]+-)*[a-z]+$", "first-second-third-fourth-fifth", true],
    ["^([a-z]+-)*[a-z]+$", "first-second-third-fourth-", false],
    ["^-?[0-9]+(\\.[0-9]+)?$", "123456789012345678901234567890.5", true],
    ["\\p{L}{3}", "äöü and more than twenty characters", true],
    ["^(?<quote>['\"]).*\\k<quote>$", "'a text in its quotes, long enough'", true],
  ];
  for (const [pattern, text, matches] of MATCHING)
    it(`${pattern} ${matches ? "matches" : "does not match"} ${text.slice(0, 40)}`, () => {
      assert.equal(validate({ type: "string", pattern }, text).ok, matches);
    });
});
