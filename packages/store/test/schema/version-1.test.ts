import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { MIGRATIONS } from "../../src/schema/migrations.ts";
import { drive } from "../../src/sqlite/drive.ts";
import { openDatabase } from "../../src/sqlite/open.ts";
import { openSqliteStore } from "../../src/sqlite-store.ts";
import { derived, rebuild } from "../contract/rebuild.ts";
import { folder } from "../harness/folder.ts";

const DUMP = new URL("./version-1.sql", import.meta.url);

/** A file as Haft wrote it at version 1, and what its tables hold beside it. */
async function version1(): Promise<{ readonly file: string } & AsyncDisposable> {
  const place = await folder();
  const file = join(place.path, "haft.db");
  const database = new DatabaseSync(file);
  database.exec(`pragma journal_mode = wal;\n${readFileSync(DUMP, "utf8")}`);
  database.close();
  return { file, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

test("a store of version 1 has the tables and rows of today after it was opened", async () => {
  await using old = await version1();
  await using place = await folder();
  using migrated = openDatabase(old.file);
  using fresh = openDatabase(join(place.path, "new.db"));
  const schema = "select type, name, tbl_name, sql from sqlite_schema order by name";
  assert.deepEqual(migrated.all(schema), fresh.all(schema));
  assert.equal(migrated.get("pragma user_version")?.user_version, MIGRATIONS.length);
  const counts = "select * from sqlite_stat1 order by tbl, idx";
  assert.deepEqual(migrated.all(counts), fresh.all(counts));
  assert.equal(migrated.get("pragma integrity_check")?.integrity_check, "ok");

  const before = drive(migrated, derived());
  assert.equal(before.waits?.length, 4);
  assert.equal(before.blob_names?.length, 1);
  migrated.write(() => drive(migrated, rebuild()));
  assert.deepEqual(drive(migrated, derived()), before);
  const numbers = migrated.all("select thread_number as number from runs");
  assert.deepEqual(
    numbers.map((row) => row.number),
    numbers.map(() => 1),
  );
});

test("a store of version 1 goes on where it stood", async () => {
  await using old = await version1();
  await using store = await openSqliteStore({ file: old.file });
  const runs = await store.runs("local", { limit: 20 });
  assert.deepEqual(runs.map((run) => run.status).sort(), [
    ...["completed", "completed", "completed", "failed", "failed"],
    ...["waiting", "waiting"],
  ]);
  const [wait] = await store.waits("local", { open: true, kind: "answer", limit: 5 });
  assert.equal(wait?.openedSeq, 5);
  const answer = { tenant: "local", waitId: wait?.waitId ?? "", payload: { response: "a", answered_by: "eve" } };
  const reply = await store.endWait({ ...answer, end: "resolved", by: "eve", resumeOriginal: false });
  assert.equal(reply.ok, true);
  const run = await store.run("local", wait?.runId ?? "");
  assert.equal(run?.status, "ready");
  assert.deepEqual(await store.policies("local"), { revision: 0, policies: [] });
  const ended = runs.find((one) => one.status === "completed");
  const removed = await store.removeThread({ tenant: "local", threadId: ended?.threadId ?? "", by: "eve" });
  assert.equal(removed.ok, true);
  assert.equal((await store.toolset("local", "desk"))?.version, "1");
});
