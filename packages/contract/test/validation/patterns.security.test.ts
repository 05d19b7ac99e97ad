// An author's pattern cannot stop whoever checks a model's arguments against it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Validation, validate } from "../../src/validation/index.ts";
import { answered } from "./answered.ts";

const BAD: readonly (readonly [pattern: string, text: string])[] = [
  ["^(a+)+$", `${"a".repeat(50_000)}!`],
  ["^(a|a)*$", `${"a".repeat(50_000)}!`],
  ["^(.*)*x$", "a".repeat(50_000)],
  ["a*a*a*a*a*b", "a".repeat(50_000)],
  ["^([a-z]{1,20}){1,20}!$", "a".repeat(50_000)],
  ["(x+x+)+y", "x".repeat(50_000)],
];

/** Without a limit these would take years, or minutes: whoever waits for an answer stops then. */
const timeout = 60_000;

function issuesOf(result: Validation): readonly string[] {
  return result.ok ? [] : result.issues.map(({ message }) => message);
}

describe("patterns", () => {
  for (const [pattern, text] of BAD) {
    it(`${pattern} is given up on a text that it would never be done with`, { timeout }, async ({ signal }) => {
      const schema = { type: "object", properties: { a: { type: "string", pattern } } };
      const [issue, ...others] = issuesOf(await answered(schema, { a: text }, signal));
      assert.ok(issue?.endsWith(`expected text, matching ${pattern}`), issue);
      assert.deepEqual(others, []);
    });
  }

  it("names of properties are matched under the same limit", { timeout }, async ({ signal }) => {
    const schema = { type: "object", propertyNames: { pattern: "^(a+)+$" } };
    const [issue] = issuesOf(await answered(schema, { [`${"a".repeat(50_000)}!`]: 1 }, signal));
    assert.match(issue ?? "", /expected names matching \^\(a\+\)\+\$$/);
  });

  it("a thousand bad patterns share one limit", { timeout }, async ({ signal }) => {
    const anyOf = Array.from({ length: 1_000 }, (_, at) => ({ pattern: `^(a+)+${at}$` }));
    const [issue] = issuesOf(await answered({ type: "string", anyOf }, `${"a".repeat(50_000)}!`, signal));
    assert.match(issue ?? "", /matching \^\(a\+\)\+0\$, .* or a value, matching \^\(a\+\)\+999\$$/);
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
