// Which paths globs mean, and that no glob keeps whoever asks busy.

import assert from "node:assert/strict";
import { test } from "node:test";
import { globMatcher } from "../../src/wire/index.ts";

/** A glob, paths that it means, and paths that it does not. */
const MEANINGS: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["a.md", ["a.md"], ["b.md", "a.mdx", "x/a.md", "A.md"]],
  ["*.md", ["a.md", "é.md", "a b.md"], [".md", ".a.md", "x/a.md"]],
  ["a*c*e", ["ace", "abcde", "acece"], ["ac", "aec", "a/ce"]],
  ["?", ["a", "é"], ["", "ab", ".", "/"]],
  ["**", ["a", "a/b/c"], [".a", "a/.b", ".a/b"]],
  ["**/b", ["b", "a/b", "a/a/b"], ["a/b/c", ".a/b"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "b/a", "a/.b"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/x/.y/b"]],
  ["**/a/**/b", ["a/b", "x/a/a/y/b"], ["b", "x/b"]],
  ["**/.*", [".a", "x/.a"], ["a", ".a/b"]],
  ["a**b", ["ab", "axb"], ["a/b"]],
  ["[ab]c", ["ac", "bc"], ["cc", "c"]],
  ["[a-c]", ["b"], ["d", "-"]],
  ["[!a-c]", ["d"], ["b", ".", ""]],
  ["[^a]", ["b"], ["a"]],
  ["[]a]", ["]", "a"], ["[]a]"]],
  ["[a-]", ["a", "-"], ["b"]],
  ["[z-a]", [], ["z", "a", "m"]],
  ["[a", ["[a"], ["a"]],
  ["a[/]b", [], ["a/b"]],
  ["{a,b}.txt", ["a.txt", "b.txt"], ["c.txt", "{a,b}.txt"]],
  ["a{,b}", ["a", "ab"], ["a{,b}"]],
  ["{a,b{c,d}}", ["a", "bc", "bd"], ["b"]],
  ["{1..3}", ["1", "2", "3"], ["0", "4", "{1..3}"]],
  ["{3..2}", ["2", "3"], ["1"]],
  ["{2..2}", ["2"], ["{2..2}"]],
  ["{a}", ["{a}"], ["a"]],
  ["{a,b", ["{a,b"], ["a"]],
  ["{docs,src}/**/*.{md,ts}", ["docs/a.md", "src/x/y.ts"], ["docs/a.js", "a.md"]],
];

for (const [glob, meant, others] of MEANINGS) {
  test(`${glob} means ${meant.join(", ") || "nothing"}`, () => {
    const isMeant = globMatcher([glob]);
    for (const path of meant) assert.equal(isMeant(path), true, path);
    for (const path of others) assert.equal(isMeant(path), false, path);
  });
}

test("of several globs one is enough", () => {
  const isMeant = globMatcher(["a", "*.md"]);
  assert.deepEqual(["a", "b.md", "b"].map(isMeant), [true, true, false]);
});

/** Each of these keeps a matcher that goes back busy for longer than anybody lives. */
const BUSY: readonly (readonly [string, string])[] = [
  [`${"*a".repeat(100)}b`, "a".repeat(255)],
  [`${"**/a/".repeat(100)}b`, `${"a/".repeat(500)}c`],
  [`${"*(a|a)".repeat(50)}b`, "a".repeat(255)],
  [`${"+(a|aa)".repeat(50)}b`, "a".repeat(255)],
];

for (const [glob, path] of BUSY) {
  test(`${glob.slice(0, 20)} … is answered for a path that it almost means`, () => {
    assert.equal(globMatcher([glob])(path), false);
  });
}

const TOO_MUCH: readonly (readonly string[])[] = [
  ["{a,b}".repeat(30)],
  ["{1..999999999}"],
  ["a".repeat(1_001)],
  [`{a,b}`.repeat(9) + "c".repeat(100)],
  Array.from({ length: 100 }, () => "*".repeat(100)),
  ["{".repeat(500) + ",".repeat(400)],
];

test("globs that nobody writes are refused, or read in their own length", () => {
  for (const globs of TOO_MUCH.slice(0, 5)) assert.throws(() => globMatcher(globs), RangeError);
  assert.equal(globMatcher(TOO_MUCH[5] ?? [])("a"), false);
});
