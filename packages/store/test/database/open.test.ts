import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { int } from "../../src/database/row.ts";
import { MIGRATIONS, type Migration } from "../../src/schema/migrations.ts";
import { Database } from "../../src/sqlite/database.ts";
import { openDatabase } from "../../src/sqlite/open.ts";
import { openSqliteStore } from "../../src/sqlite-store.ts";
import { folder } from "../harness/folder.ts";

const OPEN = fileURLToPath(new URL("./open.child.ts", import.meta.url));

test("a new file becomes a store, with its folder", async () => {
  await using place = await folder();
  const file = join(place.path, "deep", "haft.db");
  using database = openDatabase(file);
  assert.equal(int(database.get("pragma user_version") ?? {}, "user_version"), MIGRATIONS.length);
  assert.equal(database.get("pragma journal_mode")?.journal_mode, "wal");
  assert.equal(database.get("pragma synchronous")?.synchronous, 2);
});

test("a new store can be read by its owner only", async () => {
  await using place = await folder();
  const file = join(place.path, "haft.db");
  using database = openDatabase(file);
  database.write(() => database.run("insert into tenants (tenant, created_at) values ('t', 0)"));
  for (const name of ["", "-wal", "-shm"]) {
    const { mode } = await stat(`${file}${name}`);
    assert.equal(mode & 0o777, 0o600);
  }
});

test("a store from a newer Haft is refused, and not touched", async () => {
  await using place = await folder();
  const file = join(place.path, "haft.db");
  openDatabase(file)[Symbol.dispose]();
  const later = new DatabaseSync(file);
  later.exec("pragma user_version = 7");
  later.close();
  await assert.rejects(openSqliteStore({ file }), {
    name: "StoreError",
    code: "store_too_new",
    message: `the store ${file} was written by a newer Haft (its version is 7, this one knows up to ${MIGRATIONS.length})`,
  });
});

test("a database of another program, and a file that is none, are refused and not touched", async () => {
  await using place = await folder();
  const other = join(place.path, "other.db");
  const database = new DatabaseSync(other);
  database.exec("create table people (name text)");
  database.close();
  await assert.rejects(openSqliteStore({ file: other }), { code: "store_unreadable" });
  const again = new DatabaseSync(other);
  assert.equal(again.prepare("pragma journal_mode").get()?.journal_mode, "delete");
  again.close();
  const text = join(place.path, "text.db");
  await writeFile(text, "this is a text, long enough to be taken for a database file of some kind ".repeat(20));
  await assert.rejects(openSqliteStore({ file: text }), { code: "store_unreadable" });
  assert.deepEqual((await readdir(place.path)).sort(), ["other.db", "text.db"]);
});

test("a folder that cannot be made, and a store that cannot be written, are refused by name", async () => {
  await assert.rejects(openSqliteStore({ file: "/proc/haft/haft.db" }), { code: "store_read_only" });
  await using place = await folder();
  const file = join(place.path, "haft.db");
  openDatabase(file)[Symbol.dispose]();
  await chmod(file, 0o444);
  await chmod(place.path, 0o555);
  // Root writes everywhere: an ordinary user is needed to be refused.
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { stdout } = await promisify(execFile)(process.execPath, [OPEN, file], user);
  await chmod(place.path, 0o755);
  assert.match(stdout, /^store_read_only: the store .*haft\.db cannot be written/);
});

test("a full disk refuses the write, keeps nothing of it, and the store goes on when there is room", async () => {
  await using place = await folder();
  using database = openDatabase(join(place.path, "haft.db"));
  const pages = int(database.get("pragma page_count") ?? {}, "page_count");
  database.script(`pragma max_page_count = ${pages}`);
  const fill = (): void =>
    database.write(() => {
      for (let index = 0; index < 200; index++) {
        const text = "x".repeat(4_000);
        database.run("insert into audit values ('t', :index, 0, 'a', 'b', 'c', :text)", { index, text });
      }
    });
  assert.throws(fill, { name: "StoreError", code: "disk_full" });
  assert.equal(int(database.get("select count(*) as n from audit") ?? {}, "n"), 0);
  database.script("pragma max_page_count = 1000000");
  fill();
  assert.equal(int(database.get("select count(*) as n from audit") ?? {}, "n"), 200);
});

test("a lock that another process holds for too long is told as such", async () => {
  await using place = await folder();
  const file = join(place.path, "haft.db");
  using database = openDatabase(file);
  using impatient = new Database(file, { patienceMs: 20 });
  database.write(() => {
    assert.throws(() => impatient.write(() => undefined), { code: "store_busy" });
  });
  assert.equal(
    impatient.write(() => "written"),
    "written",
  );
});

function migrations(sql: readonly string[]): Migration[] {
  return sql.map((one, index) => ({ name: `step ${index}`, sql: one }));
}

test("migrations run in order, once, from every earlier schema, and keep what is there", async () => {
  await using place = await folder();
  const steps = migrations([
    "create table one (a integer) strict",
    "alter table one add column b integer",
    "create table two (c)",
  ]);
  for (let from = 0; from <= steps.length; from++) {
    const file = join(place.path, `from-${from}.db`);
    const before = openDatabase(file, steps.slice(0, from));
    if (from > 0) before.script("insert into one (a) values (1)");
    before[Symbol.dispose]();
    using after = openDatabase(file, steps);
    assert.equal(int(after.get("pragma user_version") ?? {}, "user_version"), 3);
    assert.deepEqual(
      after.all("select a, b from one").map((row) => ({ ...row })),
      from === 0 ? [] : [{ a: 1, b: null }],
    );
  }
});

test("a migration that fails leaves the store as it was", async () => {
  await using place = await folder();
  const file = join(place.path, "haft.db");
  openDatabase(file, migrations(["create table one (a)"]))[Symbol.dispose]();
  const fails = ["create table one (a)", "create table two (b); create table one (c)"];
  assert.throws(() => openDatabase(file, migrations(fails)));
  using database = openDatabase(file, migrations(["create table one (a)"]));
  assert.deepEqual(
    database.all("select name from sqlite_schema where type = 'table'").map((row) => row.name),
    ["one"],
  );
});

test("several processes may open a new store at once", async () => {
  await using place = await folder();
  const file = join(place.path, "new", "haft.db");
  await mkdir(join(place.path, "new"));
  const run = promisify(execFile);
  const children = await Promise.all([1, 2, 3, 4].map(() => run(process.execPath, [OPEN, file])));
  assert.deepEqual(
    children.map((child) => child.stdout),
    ["opened\n", "opened\n", "opened\n", "opened\n"],
  );
});
