// Which tools a `match` names.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesTool } from "../../src/policies/match-tool.ts";

const TABLE: readonly [string, string, boolean][] = [
  ["desk/publish", "desk/publish", true],
  ["desk/publish", "desk/publishing", false],
  ["*/*", "desk/publish", true],
  ["desk/*", "desk/publish", true],
  ["desk/*", "desks/publish", false],
  ["*/publish", "desk/publish", true],
  ["*/pub*sh", "desk/publish", true],
  ["*/*delete*", "desk/bulk_delete_all", true],
  ["*/*delete*", "desk/list", false],
  ["d*k/*", "d/k", false],
  ["desk/p.blish", "desk/publish", false],
  ["*", "desk/publish", false],
  ["desk/**", "desk/publish", true],
];

for (const [match, tool, wanted] of TABLE) {
  test(`${match} ${wanted ? "names" : "does not name"} ${tool}`, () => {
    assert.equal(matchesTool(match, tool), wanted);
  });
}

test("a match of many stars is done with at once", () => {
  assert.equal(matchesTool(`desk/${"*a".repeat(100)}b`, `desk/${"a".repeat(20_000)}`), false);
});
