import assert from "node:assert/strict";
import { test } from "node:test";
import { POSTGRES } from "../../src/postgres/dialect.ts";
import { statementsOf } from "../../src/postgres/statements.ts";

test("a statement has one name for ever, and no two have the same", () => {
  const { one } = statementsOf(POSTGRES);
  const first = one("select :a {lock row}", { a: 1 });
  assert.deepEqual(first, { name: "haft_1", text: "select $1 for update", values: ["1"] });
  assert.equal(one("select :b", { b: null }).name, "haft_2");
  assert.deepEqual(one("select :a {lock row}", { a: "x" }), { ...first, values: ["x"] });
});

test("a parameter that was forgotten is named", () => {
  assert.throws(() => statementsOf(POSTGRES).one("select :a, :b", { a: 1 }), {
    message: "no value was given for :b in select :a, :b",
  });
});

test("an insert of several rows is one statement, of a bounded number of rows", () => {
  const { each } = statementsOf(POSTGRES);
  const insert = "insert into t (a, b, c) values (:a, :b, :a) on conflict do nothing";
  const row = (a: number): { readonly a: number; readonly b: string } => ({ a, b: `b${a}` });
  assert.deepEqual(each(insert, [row(1), row(2)]), [
    {
      name: "haft_1",
      text: "insert into t (a, b, c) values ($1, $2, $1), ($3, $4, $3) on conflict do nothing",
      values: ["1", "b1", "2", "b2"],
    },
  ]);
  const many = each(
    insert,
    Array.from({ length: 17 }, (_, index) => row(index)),
  );
  assert.deepEqual(
    many.map(({ values }) => values.length),
    [16, 16, 2],
  );
  assert.deepEqual(
    many.flatMap(({ values }) => values).filter((_, index) => index % 2 === 0),
    Array.from({ length: 17 }, (_, index) => `${index}`),
  );
  assert.equal(many[2]?.text, "insert into t (a, b, c) values ($1, $2, $1) on conflict do nothing");
});

test("what is no plain insert is sent once for each of the parameters", () => {
  const { each } = statementsOf(POSTGRES);
  for (const sql of ["delete from t where a = :a", "insert into t (a) values (abs(:a))", "insert into t select :a"]) {
    assert.deepEqual(
      each(sql, [{ a: 1 }, { a: 2 }]).map(({ values }) => values),
      [["1"], ["2"]],
    );
  }
});
