// The id that a toolset on disk gets.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toolsetId } from "../../src/toolsets/toolset-id.ts";

const IDS: readonly (readonly [path: string, id: string])[] = [
  ["/a/greet.py", "greet"],
  ["/a/add.tool.ts", "add"],
  ["/a/my_tools.tools.ts", "my-tools"],
  ["/a/My Tools", "my-tools"],
  ["/a/2024-report", "report"],
  ["/a/Ünïcode", "n-code"],
  ["/a/__", "tools"],
  ["/a/haft", "haft"],
  ["/a/builtin", "builtin-tools"],
  [`/a/${"x".repeat(90)}`, "x".repeat(63)],
];

for (const [path, id] of IDS) {
  test(`${path.slice(0, 30)} is ${id.slice(0, 30)}`, () => {
    assert.equal(toolsetId(path), id);
    assert.match(id, /^[a-z][a-z0-9-]{0,62}$/);
  });
}
