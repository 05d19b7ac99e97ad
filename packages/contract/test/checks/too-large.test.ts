// A type that is too large is one parameter's fault; the others are checked all the same.

import assert from "node:assert/strict";
import { after, it } from "node:test";
import { createReader } from "../../src/read/create-reader.ts";

const reader = createReader();
after(() => reader[Symbol.asyncDispose]());

it("every problem is told at once, also beside a type that is nested too deep", async () => {
  const deep = `${"list[".repeat(70)}int${"]".repeat(70)}`;
  const text = `@tool\ndef go(a: ${deep}, b: int = "x", c: str = None) -> None:\n    """Go. Use when going.\n\n    Args:\n        a: A.\n        b: B.\n        c: C.\n\n    Examples:\n        {"a": 1}\n    """\n`;
  const { diagnostics } = await reader.read({ language: "python", file: "a.py", text });
  assert.deepEqual(
    diagnostics.map(({ code, parameter }) => `${code} ${parameter}`),
    ["HAFT102 a", "HAFT305 b", "HAFT309 c"],
  );
});
