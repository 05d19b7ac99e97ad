import assert from "node:assert/strict";
import { test } from "node:test";
import { Refusal } from "../../src/database/refusal.ts";
import { StoreError } from "../../src/database/store-error.ts";
import { all, each, get, run, send, type Work } from "../../src/database/work.ts";
import { addressOf } from "../../src/postgres/address.ts";
import type { Patience } from "../../src/postgres/connection.ts";
import { type Database, databaseOf } from "../../src/postgres/database.ts";
import { proxyTo } from "./proxy.ts";
import { postgresDatabase, startPostgres, type TestDatabase } from "./server.ts";

/** More than any machine needs, however busy: tests of what is waited for less say so. */
const PATIENCE: Patience = { connectMs: 20_000, replyMs: 20_000, lockMs: 20_000, attemptsMs: 60_000 };

/** A database with a table of numbered counters, and the driver on an address of it. */
async function counters(
  url = (database: TestDatabase): string => database.url,
  patience: Partial<Patience> = {},
): Promise<{ readonly outside: TestDatabase; readonly database: Database } & AsyncDisposable> {
  const outside = await postgresDatabase();
  await outside.query("create table counters (id bigint primary key, n bigint not null)");
  await outside.query("insert into counters values (1, 0), (2, 0)");
  const database = databaseOf({ ...addressOf(url(outside)), most: 4, patience: { ...PATIENCE, ...patience } });
  return {
    outside,
    database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

const ADD = "update counters set n = n + 1 where id = :id";
const READ = "select n from counters where id = :id";

function* add(id = 1): Work<number> {
  yield* run(ADD, { id });
  return Number((yield* get(READ, { id }))?.n);
}

test("a transaction knows the database's time, one for all of it, and whether it changed anything", async () => {
  await using place = await counters();
  const before = Date.now();
  const { value, changed } = await place.database.write(function* ({ now }) {
    yield* all("select pg_sleep(0.01)");
    return [now, Number((yield* get("select floor(extract(epoch from now()) * 1000)::bigint as now"))?.now)];
  });
  assert.ok(value[0] !== undefined && value[0] >= before && value[0] - (value[1] ?? 0) < 20_000, `${value}`);
  assert.equal(changed, false);
  assert.deepEqual(await place.database.write(() => add()), { value: 1, changed: true });
});

test("a refusal undoes what was written, and is the reply", async () => {
  await using place = await counters();
  const refused = await place.database.write(function* (): Work<{ readonly ok: boolean }> {
    yield* run(ADD, { id: 1 });
    throw new Refusal({ ok: false, reason: "no" });
  });
  assert.deepEqual(refused, { value: { ok: false, reason: "no" }, changed: false });
  assert.deepEqual(await place.database.write(() => add()), { value: 1, changed: true });
});

test("a fault of the work undoes what was written, and is thrown as it is", async () => {
  await using place = await counters();
  const fault = new TypeError("column n holds null");
  await assert.rejects(
    place.database.write(function* (): Work<void> {
      yield* run(ADD, { id: 1 });
      throw fault;
    }),
    fault,
  );
  assert.deepEqual(await place.database.write(() => add()), { value: 1, changed: true });
});

test("a statement that is not waited for and fails undoes everything before and after it", async () => {
  await using place = await counters();
  const insert = "insert into counters (id, n) values (:id, :n)";
  await assert.rejects(
    place.database.write(function* (): Work<void> {
      yield* run(ADD, { id: 1 });
      yield* each(insert, [
        { id: 3, n: 0 },
        { id: 1, n: 0 },
        { id: 4, n: 0 },
      ]);
      yield* send(ADD, { id: 2 });
    }),
    /duplicate key value/,
  );
  // The same, with a statement after it that is waited for: the first failure is the one that is told.
  await assert.rejects(
    place.database.write(function* (): Work<void> {
      yield* send(insert, { id: 1, n: 0 });
      yield* get(READ, { id: 1 });
    }),
    /duplicate key value/,
  );
  assert.deepEqual(await place.outside.query("select id::int, n::int from counters order by id"), [
    { id: 1, n: 0 },
    { id: 2, n: 0 },
  ]);
});

test("work that only reads sees one moment, and may not write", async () => {
  await using place = await counters();
  const seen = await place.database.read(function* (): Work<readonly unknown[]> {
    const first = yield* get(READ, { id: 1 });
    yield* all("select pg_sleep(0.05)");
    return [first?.n, (yield* get(READ, { id: 1 }))?.n];
  });
  assert.deepEqual(seen, [0, 0]);
  const both = await Promise.all([
    place.database.read(function* (): Work<readonly unknown[]> {
      const first = yield* get(READ, { id: 1 });
      yield* all("select pg_sleep(0.2)");
      return [first?.n, (yield* get(READ, { id: 1 }))?.n];
    }),
    place.database.write(() => add()),
  ]);
  assert.equal(both[0][0], both[0][1]);
  await assert.rejects(
    place.database.read(() => add()),
    (error) => error instanceof StoreError && error.code === "store_read_only",
  );
});

test("transactions that deadlock are done one after the other", async () => {
  await using place = await counters();
  const opposite = (first: number, second: number): Promise<unknown> =>
    place.database.write(function* (): Work<void> {
      yield* run(ADD, { id: first });
      yield* all("select pg_sleep(0.02)");
      yield* run(ADD, { id: second });
    });
  // Otherwise a deadlock is seen after a second.
  await place.outside.query("alter role haft set deadlock_timeout = '20ms'");
  await Promise.all([1, 2, 3, 4].map((turn) => (turn % 2 === 0 ? opposite(1, 2) : opposite(2, 1))));
  await place.outside.query("alter role haft reset deadlock_timeout");
  assert.deepEqual(await place.outside.query("select n::int from counters order by id"), [{ n: 4 }, { n: 4 }]);
});

test("serialization failures are tried again", async () => {
  await using place = await counters();
  let attempts = 0;
  const { value } = await place.database.write(function* (): Work<number> {
    attempts += 1;
    const n = yield* add();
    if (attempts < 3) yield* all("do $$ begin raise exception 'collided' using errcode = '40001'; end $$");
    return n;
  });
  assert.deepEqual([value, attempts], [1, 3]);
});

test("a connection that breaks in a transaction costs nothing: it is done again", async () => {
  await using place = await counters();
  let attempts = 0;
  const { value } = await place.database.write(function* (): Work<number> {
    attempts += 1;
    const n = yield* add();
    if (attempts === 1) yield* all("select pg_terminate_backend(pg_backend_pid())");
    return n;
  });
  assert.deepEqual([value, attempts], [1, 2]);
});

test("where the reply to a commit is lost, the database tells that it took place", async () => {
  for (const reaches of [true, false]) {
    await using place = await counters();
    await using proxy = await proxyTo(place.outside.url);
    await using database = databaseOf({ ...addressOf(proxy.url), most: 4, patience: PATIENCE });
    await database.write(() => add(2));
    const sprung = proxy.loseReplyTo("commit\0", reaches);
    let attempts = 0;
    const { value, changed } = await database.write(function* (): Work<number> {
      attempts += 1;
      return yield* add(1);
    });
    await sprung;
    assert.deepEqual([value, changed, attempts], [1, true, reaches ? 1 : 2]);
    assert.deepEqual(await place.outside.query("select n::int from counters where id = 1"), [{ n: 1 }]);
  }
});

test("a number that a crash gave to another transaction is not taken for that of the one that was lost", async () => {
  // What nobody waits for is not on disk when the server crashes: then nothing knows any more that the number was given.
  await using server = await startPostgres(["fsync=off", "wal_writer_delay=10000"]);
  await using outside = await postgresDatabase(server);
  await outside.query("create table counters (id bigint primary key, n bigint not null)");
  await outside.query("insert into counters values (1, 0)");
  await using proxy = await proxyTo(outside.url);
  await using database = databaseOf({ ...addressOf(proxy.url), most: 2, patience: PATIENCE });
  const numbers: string[] = [];
  const sprung = proxy.loseReplyTo("commit\0", false);
  const written = database.write(function* () {
    numbers.push(String((yield* get("select pg_current_xact_id()::text as number"))?.number));
    return yield* add();
  });
  await sprung;
  proxy.cut();
  await server.stop("QUIT");
  await server.start();
  const [lost = ""] = numbers;
  for (let given = 0n; given <= BigInt(lost); ) {
    const [row] = await outside.query("select pg_current_xact_id()::text as number");
    given = BigInt(String(row?.number));
  }
  const became = await outside.query("select pg_xact_status(cast($1 as xid8)) as became", [lost]);
  assert.deepEqual(
    became,
    [{ became: "committed" }],
    "the number was not given again: this is not what is to be tested",
  );
  proxy.mend();
  assert.deepEqual(await written, { value: 1, changed: true });
  assert.equal(numbers.length, 2);
});

test("a commit whose reply never comes is asked for as well", async () => {
  await using place = await counters();
  await using proxy = await proxyTo(place.outside.url);
  await using database = databaseOf({ ...addressOf(proxy.url), most: 4, patience: { ...PATIENCE, replyMs: 300 } });
  let attempts = 0;
  const writing = database.write(function* (): Work<number> {
    attempts += 1;
    const n = yield* add();
    if (attempts === 1) setImmediate(() => proxy.cut());
    return n;
  });
  while (attempts === 0) await new Promise(setImmediate);
  // The first attempt's connection is deaf; the next ones as well, until the network is mended.
  setTimeout(() => proxy.mend(), 700);
  assert.equal((await writing).value, 1);
  assert.deepEqual(await place.outside.query("select n::int from counters where id = 1"), [{ n: 1 }]);
});

test("as many transactions as there are connections may lose theirs at once", async () => {
  await using place = await counters();
  await using proxy = await proxyTo(place.outside.url);
  await using database = databaseOf({ ...addressOf(proxy.url), most: 4, patience: PATIENCE });
  await Promise.all([1, 2, 3, 4].map(() => database.read(() => get(READ, { id: 1 }))));
  let started = 0;
  const all4 = Array.from({ length: 4 }, () =>
    database.write(function* (): Work<void> {
      yield* get(READ, { id: 1 });
      started += 1;
      if (started === 4) proxy.drop();
      yield* run(ADD, { id: 1 });
    }),
  );
  await Promise.all(all4);
  assert.deepEqual(await place.outside.query("select n::int from counters where id = 1"), [{ n: 4 }]);
});

test("a transaction that its process leaves open is ended, so that it holds nobody up", async () => {
  await using place = await counters(undefined, { lockMs: 500 });
  let attempts = 0;
  const { value } = await place.database.write(function* (): Work<number> {
    attempts += 1;
    const n = yield* add();
    // The process stands still, as under SIGSTOP.
    if (attempts === 1) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    return n;
  });
  assert.equal(value, 1);
  // On a busy machine the process may have stood still once more.
  assert.ok(attempts >= 2, `${attempts}`);
  assert.deepEqual(await place.outside.query("select n::int from counters where id = 1"), [{ n: 1 }]);
});

test("whoever holds a lock for too long is named as what is in the way", async () => {
  await using place = await counters(undefined, { lockMs: 100, attemptsMs: 300 });
  await using other = databaseOf({ ...addressOf(place.outside.url), most: 1, patience: PATIENCE });
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = other.use(async (connection) => {
    await connection.query("begin");
    await connection.query("update counters set n = n where id = 1");
    held.resolve();
    await release.promise;
    await connection.query("rollback");
  });
  await held.promise;
  await assert.rejects(
    place.database.write(() => add()),
    (error) => error instanceof StoreError && error.code === "store_busy" && /for too long/.test(error.message),
  );
  release.resolve();
  await holding;
});

test("a database that is gone is told as unreachable, and found again when it is back", async () => {
  await using place = await counters();
  await using proxy = await proxyTo(place.outside.url);
  const patience = { ...PATIENCE, attemptsMs: 2_000, connectMs: 2_000, replyMs: 2_000 };
  await using database = databaseOf({ ...addressOf(proxy.url), most: 4, patience });
  await database.write(() => add());
  proxy.cut();
  await assert.rejects(
    database.write(() => add()),
    (error) =>
      error instanceof StoreError &&
      error.code === "store_unreachable" &&
      error.retryable &&
      /^the store, database "test_\d+_\d+" at 127\.0\.0\.1:\d+ as "haft", cannot be reached: /.test(error.message),
  );
  proxy.mend();
  assert.equal((await database.write(() => add())).value, 2);
});

test("who waits for a connection waits as long as it takes", async () => {
  await using place = await counters(undefined, { connectMs: 1_500, attemptsMs: 1_500 });
  const slow = Array.from({ length: 12 }, () =>
    place.database.write(function* (): Work<void> {
      yield* all("select pg_sleep(1)");
      yield* run(ADD, { id: 1 });
    }),
  );
  await Promise.all(slow);
  assert.deepEqual(await place.outside.query("select n::int from counters where id = 1"), [{ n: 12 }]);
});

test("a store that was closed says so", async () => {
  await using place = await counters();
  await place.database[Symbol.asyncDispose]();
  await assert.rejects(
    place.database.write(() => add()),
    (error) => error instanceof StoreError && error.code === "store_closed",
  );
});

test("every text comes back, also with a zero character in it", async () => {
  await using place = await counters();
  await place.outside.query('create table texts (t text collate "C" primary key)');
  const texts = ["", "plain", "zero \0 here", "\u{F8F0}", "🪢", '{"a":"\\u0000"}'];
  await place.database.write(() =>
    each(
      "insert into texts (t) values (:t)",
      texts.map((t) => ({ t })),
    ),
  );
  const rows = await place.database.read(() => all("select t from texts"));
  assert.deepEqual(rows.map((row) => row.t).toSorted(), texts.toSorted());
  assert.equal(
    (await place.database.read(() => get("select 1 as n from texts where t = :t", { t: "zero \0 here" })))?.n,
    1,
  );
});
