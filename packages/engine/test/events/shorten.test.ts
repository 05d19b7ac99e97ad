import assert from "node:assert/strict";
import { test } from "node:test";
import { shorten } from "../../src/events/shorten.ts";

test("a text that is short enough stays as it is", () => {
  assert.equal(shorten("abc", 3), "abc");
});

test("a longer one is cut, and says how long it was", () => {
  assert.equal(shorten("abcd", 3), "abc … (4 characters)");
});

test("no character is cut in half", () => {
  assert.equal(shorten("ab😀d", 3), "ab … (5 characters)");
  assert.equal(shorten("ab😀d", 4), "ab😀 … (5 characters)");
});
