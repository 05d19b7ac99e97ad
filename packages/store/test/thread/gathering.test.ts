import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Refusal } from "../../src/database/refusal.ts";
import { all, send, type Work } from "../../src/database/work.ts";
import { drive } from "../../src/sqlite/drive.ts";
import { openDatabase } from "../../src/sqlite/open.ts";
import { commitTogether } from "../../src/thread/gathering.ts";
import { folder } from "../harness/folder.ts";

const INSERT = "insert into tenants (tenant, created_at) values (:tenant, 0)";

/** Writes a row, and ends as it is told to. */
function* writing(tenant: string, end?: unknown): Work<string> {
  yield* send(INSERT, { tenant });
  if (end !== undefined) throw end;
  return tenant;
}

const FAULT = new Error("it broke");
const REFUSED = new Refusal({ ok: false, reason: "full" });
const CLASH = "UNIQUE constraint failed: tenants.tenant";

/** Each with what is written, what it comes to, and what is kept of it. */
const CASES: readonly {
  readonly title: string;
  readonly works: readonly (() => Work<unknown>)[];
  readonly results: readonly unknown[];
  readonly kept: readonly string[];
}[] = [
  {
    title: "writes that come together are all kept",
    works: [() => writing("a"), () => writing("b")],
    results: ["a", "b"],
    kept: ["a", "b"],
  },
  {
    title: "one that is refused, and one that fails, undo nothing of their neighbours, before or after them",
    works: [
      () => writing("a"),
      () => writing("b", REFUSED),
      () => writing("c"),
      () => writing("d", FAULT),
      () => writing("e"),
    ],
    results: ["a", REFUSED.reply, "c", FAULT.message, "e"],
    kept: ["a", "c", "e"],
  },
  {
    title: "one whose statement fails undoes nothing of its neighbours",
    works: [() => writing("a"), () => writing("a"), () => writing("b")],
    results: ["a", CLASH, "b"],
    kept: ["a", "b"],
  },
  {
    title: "one alone that is refused keeps nothing",
    works: [() => writing("a", REFUSED)],
    results: [REFUSED.reply],
    kept: [],
  },
  {
    title: "one alone that fails keeps nothing",
    works: [() => writing("a", FAULT)],
    results: [FAULT.message],
    kept: [],
  },
];

for (const { title, works, results, kept } of CASES) {
  test(title, async () => {
    await using place = await folder();
    using database = openDatabase(join(place.path, "haft.db"));
    const came: unknown[] = works.map(() => null);
    const writes = works.map((work, index) => ({
      work,
      done: (result: { readonly value: unknown } | { readonly error: unknown }) => {
        // Told only when it is certain.
        assert.equal(database.inTransaction, false);
        assert.equal(came[index], null);
        came[index] = "value" in result ? result.value : String(result.error instanceof Error && result.error.message);
      },
    }));
    commitTogether(
      database,
      () => 0,
      writes,
      () => false,
    );
    assert.deepEqual(came, results);
    const rows = drive(database, all("select tenant from tenants order by tenant"));
    assert.deepEqual(
      rows.map((row) => row.tenant),
      kept,
    );
  });
}

test("a value that was not given is named, and nothing is written", async () => {
  await using place = await folder();
  using database = openDatabase(join(place.path, "haft.db"));
  assert.throws(() => database.run(INSERT, {}), { message: `no value was given for :tenant in ${INSERT}` });
});
