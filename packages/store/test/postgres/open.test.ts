import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { StoreError } from "../../src/database/store-error.ts";
import { migrate, refuseOldServer } from "../../src/postgres/migrate.ts";
import { openPostgresStore } from "../../src/postgres-store.ts";
import { MIGRATIONS } from "../../src/schema/migrations.ts";
import { postgresDatabase, withPostgres } from "./server.ts";

const CHILD = fileURLToPath(new URL("./open.child.ts", import.meta.url));

/** The error that opening a store ends with. */
async function refusal(url: string): Promise<StoreError> {
  try {
    const store = await openPostgresStore({ url });
    await store[Symbol.asyncDispose]();
  } catch (error) {
    assert.ok(error instanceof StoreError, `${error}`);
    assert.doesNotMatch(`${error.message} ${error.hint}`, /secret|the tests' own|tests%27/);
    return error;
  }
  throw new Error("the store was opened");
}

/** The address with parts of it changed. */
function changed(url: string, change: (url: URL) => void): string {
  const other = new URL(url);
  change(other);
  return other.href;
}

test("a store is made by whichever of several processes comes first, and all open it", async () => {
  await using database = await postgresDatabase();
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, [CHILD, database.url], { stdio: ["ignore", "ignore", "inherit"] }),
  );
  const ends = await Promise.all(children.map((child) => once(child, "close")));
  assert.deepEqual(
    ends,
    children.map(() => [0, null]),
  );
  assert.deepEqual(await database.query("select version::int from haft_store"), [{ version: MIGRATIONS.length }]);
});

test("an older store is brought up to date, each migration once", async () => {
  await using database = await postgresDatabase();
  const [first] = MIGRATIONS;
  assert.ok(first);
  await migrate(database.url, "here", [first]);
  const more = [first, { name: "more", sql: "create table more (n {integer}); insert into more values (1);" }];
  await Promise.all([1, 2, 3].map(() => migrate(database.url, "here", more)));
  assert.deepEqual(await database.query("select n::int, version::int from more, haft_store"), [{ n: 1, version: 2 }]);
});

test("a migration that fails leaves the store as it was", async () => {
  await using database = await postgresDatabase();
  const broken = [...MIGRATIONS, { name: "broken", sql: "create table half (n {integer}); select 1/0;" }];
  await assert.rejects(migrate(database.url, "here", broken), /division by zero/);
  assert.deepEqual(await database.query("select to_regclass('half') as half, to_regclass('haft_store') as store"), [
    { half: null, store: null },
  ]);
  const store = await openPostgresStore({ url: database.url });
  await store[Symbol.asyncDispose]();
});

test("a store of a newer Haft is refused, and not changed", async () => {
  await using database = await postgresDatabase();
  await migrate(database.url, "here");
  await database.query("update haft_store set version = 99");
  const error = await refusal(database.url);
  assert.equal(error.code, "store_too_new");
  assert.match(
    error.message,
    /^the store, database "test_\d+_\d+" at 127\.0\.0\.1:\d+ as "haft", was written by a newer Haft/,
  );
  assert.deepEqual(await database.query("select version::int from haft_store"), [{ version: 99 }]);
});

test("tables of another program are left alone", async () => {
  await using database = await postgresDatabase();
  await database.query("create table runs (mine text)");
  const error = await refusal(database.url);
  assert.equal(error.code, "store_unreadable");
  assert.match(error.message, /holds tables of another program: relation "runs" already exists/);
  assert.deepEqual(await database.query("select to_regclass('events') as events"), [{ events: null }]);
});

test("a store may live in a schema of its own beside another program", async () => {
  await using database = await postgresDatabase();
  await database.query("create table runs (mine text)");
  await database.query("create schema haft");
  const store = await openPostgresStore({ url: `${database.url}?options=-csearch_path%3Dhaft` });
  await store[Symbol.asyncDispose]();
  assert.deepEqual(await database.query("select to_regclass('haft.events') is not null as events"), [{ events: true }]);
});

test("wrong credentials, no such database, nobody there: each is told with what to do", async () => {
  await withPostgres(async (url) => {
    const cases: readonly [string, StoreError["code"], RegExp][] = [
      [changed(url, (to) => (to.password = "secret")), "store_denied", /does not let this user in: password/],
      [changed(url, (to) => (to.username = "eve")), "store_denied", /as "eve", does not let this user in/],
      [changed(url, (to) => (to.pathname = "/nowhere")), "store_denied", /^there is no database "nowhere" at 127/],
      [changed(url, (to) => (to.port = "1")), "store_unreachable", /cannot be reached: connect ECONNREFUSED/],
      [changed(url, (to) => (to.hostname = "nowhere.invalid")), "store_unreachable", /ENOTFOUND|EAI_AGAIN/],
    ];
    for (const [address, code, message] of cases) {
      const error = await refusal(address);
      assert.equal(error.code, code);
      assert.match(error.message, message);
      assert.ok(error.hint);
    }
  });
});

test("a server that takes the connection and says nothing is not waited for", async () => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const error = await refusal(`postgres://ada:secret@127.0.0.1:${address.port}/haft`);
  assert.equal(error.code, "store_unreachable");
  server.close();
});

test("a user who may not make tables is told so", async () => {
  await using database = await postgresDatabase();
  await database.query("create role reader login password 'secret'");
  const error = await refusal(
    changed(database.url, (to) => {
      to.username = "reader";
      to.password = "secret";
    }),
  );
  assert.equal(error.code, "store_read_only");
  await database.query("drop role reader");
});

test("a server that is too old is told from one that is not", () => {
  refuseOldServer(130_000, "here");
  refuseOldServer(180_004, "here");
  assert.throws(() => refuseOldServer(120_005, "here"), {
    code: "store_unreadable",
    message: "the store, here, is on PostgreSQL 12.5, and Haft needs 13 or newer",
  });
});
