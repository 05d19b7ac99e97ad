// The Python runner from outside: what it says, in which order, and what a call leaves behind.

import assert from "node:assert/strict";
import { test } from "node:test";
import { keyword, load, plan } from "./sandboxed-python.ts";

test("a function is called with its argument and its value comes back", async () => {
  await using module = await load('def greet(name):\n    return "hello " + name\n', [
    plan("greet", { parameters: [keyword("name", { kind: "text" })] }),
  ]);
  assert.deepEqual(await module.ask("greet", { name: "Ada" }), { type: "result", value: "hello Ada" });
  assert.deepEqual(await module.ask("greet", { name: "Bob" }), { type: "result", value: "hello Bob" });
});
