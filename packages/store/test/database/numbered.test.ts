import assert from "node:assert/strict";
import { test } from "node:test";
import { numbered } from "../../src/database/numbered.ts";

test("named parameters are numbered, the same name with the same number", () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ["select :a, :b, :a", "select $1, $2, $1", ["a", "b"]],
    ["select ':a', \":b\", :c", "select ':a', \":b\", $1", ["c"]],
    ["select :a::bigint", "select $1::bigint", ["a"]],
    ["select 'it''s :a' || :b", "select 'it''s :a' || $1", ["b"]],
    ["\nselect 1", "select 1", []],
    ["select :runId, :run_id, :run", "select $1, $2, $3", ["runId", "run_id", "run"]],
  ];
  for (const [sql, text, parameters] of cases) assert.deepEqual(numbered(sql, "$"), { text, parameters });
  assert.deepEqual(numbered("select :a, :b, :a", "?"), { text: "select ?1, ?2, ?1", parameters: ["a", "b"] });
});
