import assert from "node:assert/strict";
import { test } from "node:test";
import { readDefinition } from "../../src/definitions/index.ts";
import type { ReadRequest } from "../../src/read/reader.ts";

const request: ReadRequest = {
  language: "typescript",
  file: "a.tool.ts",
  text: "export default {\n};\n",
};

for (const [title, error, message, hint] of [
  [
    "an error of the module, as the sandbox words it",
    {
      type: "load_failed",
      message: "a.tool.ts could not be loaded: TypeError: x is undefined",
      hint: "mend a.tool.ts, then call again",
    },
    "`a.tool.ts` could not be evaluated in the sandbox: TypeError: x is undefined",
    /without network, secrets/,
  ],
  [
    "the time limit",
    { type: "timeout", message: "the definition took longer than 5 s" },
    "`a.tool.ts` could not be evaluated in the sandbox: timeout: the definition took longer than 5 s",
    /5 seconds; move what takes long into `handler`/,
  ],
  [
    "one of Haft's own errors, with its own hint",
    { type: "out_of_memory", message: "512 MiB are used up", hint: "load less" },
    "`a.tool.ts` could not be evaluated in the sandbox: out_of_memory: 512 MiB are used up",
    /^load less$/,
  ],
] as const) {
  test(`HAFT605 tells ${title}`, async () => {
    const { diagnostics } = await readDefinition(request, { evaluate: async () => ({ type: "load-failed", error }) });
    assert.equal(diagnostics.length, 1);
    assert.deepEqual([diagnostics[0]?.code, diagnostics[0]?.line, diagnostics[0]?.message], ["HAFT605", 1, message]);
    assert.match(diagnostics[0]?.hint ?? "", hint);
  });
}

test("a message from inside is cut, and its frames outside the author's files are passed over", async () => {
  const error = {
    type: "Error",
    message: "x".repeat(100_000),
    stack: "Error: x\n    at node:internal:1:1\n    at f (/other.mjs:999:1)",
  };
  const { diagnostics } = await readDefinition(request, { evaluate: async () => ({ type: "load-failed", error }) });
  assert((diagnostics[0]?.message.length ?? 0) < 1000);
  assert.deepEqual([diagnostics[0]?.file, diagnostics[0]?.line], ["a.tool.ts", 1]);
});
