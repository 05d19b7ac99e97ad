// Stacks with the author's lines.

import assert from "node:assert/strict";
import { it } from "node:test";
import { transform } from "esbuild";
import { authorStacks } from "../../src/stacks/author-stack.ts";

const SOURCE = `interface A { a: string }

export function fail(given: A): never {
  throw new Error(given.a);
}
`;

it("maps places in the bundle to the author's file and line, and removes the machinery", async () => {
  const { map } = await transform(SOURCE, { loader: "ts", sourcemap: "external", sourcefile: "notes.tools.ts" });
  const mapper = authorStacks({ entry: "module.mjs", file: "notes.tools.ts", sourceMap: map });
  const stack = [
    "Error: no",
    "    at fail (file:///toolset/module.mjs:2:9)",
    "    at async runCall (file:///haft/runner.cjs:10:5)",
    "    at node:internal/main:1:1",
    "    at /toolset/module.mjs:1:1",
  ].join("\n");
  assert.equal(
    mapper({ type: "Error", message: "no", stack }).stack,
    ["Error: no", "    at fail (notes.tools.ts:4:9)", "    at notes.tools.ts:3:8"].join("\n"),
  );
});

it("names the author's file also without a map, and leaves errors without a stack alone", () => {
  for (const sourceMap of [undefined, "", "{not json"]) {
    const mapper = authorStacks({
      entry: "a/module.mjs",
      file: "x.tools.ts",
      ...(sourceMap === undefined ? {} : { sourceMap }),
    });
    const stack = "E: m\n    at f (/var/lib/haft/folders/abc/module.mjs:7:3)";
    assert.equal(mapper({ type: "E", message: "m", stack }).stack, "E: m\n    at f (x.tools.ts:7:3)");
    assert.deepEqual(mapper({ type: "E", message: "m" }), { type: "E", message: "m" });
  }
});
