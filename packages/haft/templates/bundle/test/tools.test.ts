// Unit tests: a tool is a function.

import assert from "node:assert/strict";
import { test } from "node:test";
import add from "../tools/add.tool.ts";
import { slug } from "../tools/slug.tools.ts";

test("makes a name for an address", () => {
  assert.equal(slug("Good morning, Ada!"), "good-morning-ada");
});

test("adds", () => {
  assert.equal(add.handler({ a: 2, b: 3 }), 5);
});
