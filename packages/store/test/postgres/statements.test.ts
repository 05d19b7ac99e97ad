import assert from "node:assert/strict";
import { test } from "node:test";
import { POSTGRES } from "../../src/postgres/dialect.ts";
import { number, statementsOf } from "../../src/postgres/statements.ts";

test("named parameters are numbered, the same name with the same number", () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ["select :a, :b, :a", "select $1, $2, $1", ["a", "b"]],
    ["select ':a', \":b\", :c", "select ':a', \":b\", $1", ["c"]],
    ["select :a::bigint", "select $1::bigint", ["a"]],
    ["select 'it''s :a' || :b", "select 'it''s :a' || $1", ["b"]],
    ["\nselect 1", "select 1", []],
    ["select :runId, :run_id, :run", "select $1, $2, $3", ["runId", "run_id", "run"]],
  ];
  for (const [sql, text, parameters] of cases) assert.deepEqual(number(sql), { text, parameters });
});

test("a statement has one name for ever, and no two have the same", () => {
  const statements = statementsOf(POSTGRES);
  const first = statements("select :a {lock row}", { a: 1 });
  assert.deepEqual(first, { name: "haft_1", text: "select $1 for update", values: ["1"] });
  assert.equal(statements("select :b", { b: null }).name, "haft_2");
  assert.deepEqual(statements("select :a {lock row}", { a: "x" }), { ...first, values: ["x"] });
});

test("a parameter that was forgotten is named", () => {
  assert.throws(() => statementsOf(POSTGRES)("select :a, :b", { a: 1 }), {
    message: "no value was given for :b in select :a, :b",
  });
});
