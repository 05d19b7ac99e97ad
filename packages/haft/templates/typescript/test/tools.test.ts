// Unit tests: a tool is a function, and a wait is a plain value.

import assert from "node:assert/strict";
import { test } from "node:test";
import add from "../tools/add.tool.ts";
import { answered, bookTable } from "../tools/book-table.tools.ts";
import { greet } from "../tools/greet.tools.ts";

test("greets in the language asked for", () => {
  assert.equal(greet("Ada"), "Hello, Ada!");
  assert.equal(greet("Ada", "sw"), "Jambo, Ada!");
});

test("asks before it books", () => {
  const wait = bookTable("2030-05-17", 4);
  assert.equal(wait.kind, "answer");
  assert.deepEqual(wait.params.choices, ["yes", "no"]);
});

test("books once the answer is yes", () => {
  assert.deepEqual(answered({ response: "yes" }, { day: "2030-05-17", guests: 4 }), {
    booked: true,
    day: "2030-05-17",
    guests: 4,
  });
});

test("adds", () => {
  assert.equal(add.handler({ a: 2, b: 3 }), 5);
});
