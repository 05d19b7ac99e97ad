import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { EndWait } from "@haft/engine/ports";
import { type OpenedStore, openStore } from "../../src/index.ts";
import { addressOf } from "../../src/postgres/address.ts";
import { databaseOf } from "../../src/postgres/database.ts";
import { migrate } from "../../src/postgres/migrate.ts";
import { storeOn } from "../../src/postgres/store-on.ts";
import {
  appendOf,
  COMPLETED,
  firstEvents,
  hold,
  NOTE,
  newRun,
  parkedRun,
  READY,
  result,
} from "../contract/requests.ts";
import { proxyTo } from "./proxy.ts";
import { postgresDatabase, type TestDatabase } from "./server.ts";

/** No process stands still for so long, on a machine that is busy with other tests. */
const LEASE_MS = 3_000;
/** Longer than a lease. */
const BLOCKED_MS = 5_000;

/** Waits until something holds. The test's own time-out ends what never does. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(5);
}

/** How often a store tells that something may have changed. */
function counting(store: OpenedStore): Disposable & { times: number } {
  const counted = { times: 0 };
  const watching = store.watch(() => {
    counted.times += 1;
  });
  return Object.assign(counted, { [Symbol.dispose]: () => watching[Symbol.dispose]() });
}

const answer: EndWait = {
  tenant: "t",
  waitId: "wait_1",
  end: "resolved",
  payload: { response: 1 },
  by: "bob",
  resumeOriginal: false,
};

/** Ends connections of the database from outside. */
async function terminate(database: TestDatabase, name: string): Promise<number> {
  const rows = await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()",
    [name],
  );
  return rows.length;
}

test("the address chooses the store, and no password is shown", async () => {
  await using database = await postgresDatabase();
  await using store = await openStore(database.url);
  assert.match(store.place, /^database "test_\d+_\d+" at 127\.0\.0\.1:\d+ as "haft"$/);
  assert.equal(store.wakeupState(), null);
});

test("what one process changes wakes another", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using one = await openStore(database.url);
  await using two = await openStore(database.url);
  using heard = counting(two);
  await until(() => two.wakeupState()?.hears === true);
  await parkedRun(one);
  await until(() => heard.times > 0);
  const before = heard.times;
  await one.endWait(answer);
  await until(() => heard.times > before);
});

test("whoever changes something tells, and reading, claiming or finding nothing tells nobody", async () => {
  await using outside = await postgresDatabase();
  await migrate(outside.url, "here");
  await using database = databaseOf({ ...addressOf(outside.url), most: 2 });
  const told: string[] = [];
  const store = storeOn(database, { here: () => told.push("here"), elsewhere: (change) => told.push(change) });
  const tells = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    await work();
    return told.splice(0).toSorted();
  };
  assert.deepEqual(await tells(() => parkedRun(store)), ["log", "log"]);
  assert.deepEqual(await tells(() => store.endWait(answer)), ["here", "work"]);
  assert.deepEqual(await tells(() => store.endWait({ ...answer, by: "eve" })), ["here"]);
  assert.deepEqual(await tells(() => store.fireDue(10)), []);
  const next = { hold: hold(), engine: 1, place: null, afterTenant: "", maxRunning: 5, gone: [] };
  assert.deepEqual(await tells(() => store.claimNext(next)), []);
  assert.deepEqual(await tells(() => store.runs("t", { limit: 10 })), []);
});

test("others have something to do where a run is made, given back or ended, and nothing to do while it is moved", async () => {
  await using outside = await postgresDatabase();
  await migrate(outside.url, "here");
  await using database = databaseOf({ ...addressOf(outside.url), most: 2 });
  const told: string[] = [];
  const store = storeOn(database, { here: () => undefined, elsewhere: (change) => told.push(change) });
  const tells = async (work: () => Promise<{ readonly ok: boolean } | boolean>): Promise<string | undefined> => {
    const reply = await work();
    assert.ok(typeof reply === "boolean" ? reply : reply.ok);
    return told.splice(0).join();
  };
  const held = { tenant: "t", runId: "run_1", fence: 1 };
  assert.equal(await tells(() => store.create(newRun({ hold: null }))), "work");
  const claim = { tenant: "t", runId: "run_1", engine: 1, gone: [], hold: hold(), first: null };
  assert.equal(await tells(() => store.claim(claim)), "");
  assert.equal(await tells(() => store.append(appendOf({ facts: [NOTE] }))), "log");
  assert.equal(await tells(() => store.giveBack({ held, lastSeq: 5, standing: READY })), "work");
  assert.equal(await tells(() => store.claim(claim)), "");
  const standing = { status: "completed" } as const;
  const decision = { events: [result(), COMPLETED], standing, release: true, lastSeq: 5 };
  assert.equal(await tells(() => store.append(appendOf({ fence: 2, decision }))), "work");
});

test("what is only to be seen is told as that", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using one = await openStore(database.url);
  await using two = await openStore(database.url);
  const heard: string[] = [];
  using _watching = two.watch((change) => void heard.push(change));
  await until(() => two.wakeupState()?.hears === true);
  await one.create(newRun());
  await until(() => heard.includes("log"));
  heard.length = 0;
  await one.append(appendOf({ facts: [NOTE] }));
  await until(() => heard.length > 0);
  assert.deepEqual(heard, ["log"]);
});

test("a burst of changes is told a few times, not each", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using one = await openStore(database.url);
  await using two = await openStore(database.url);
  using heard = counting(two);
  await until(() => two.wakeupState()?.hears === true);
  const before = heard.times;
  const started = performance.now();
  const ids = Array.from({ length: 200 }, (_, index) => `run_${index}`);
  await Promise.all(
    ids.map((runId) => one.create(newRun({ runId, threadId: runId, hold: null, events: firstEvents(runId) }))),
  );
  await until(() => heard.times > before);
  // At most one in ten milliseconds, and the one that is still to come.
  assert.ok(heard.times - before <= (performance.now() - started) / 10 + 2, `${heard.times - before}`);
});

test("a listener that breaks is made again, and looks at what it may have missed", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using one = await openStore(database.url);
  await using two = await openStore(database.url);
  using heard = counting(two);
  await until(() => two.wakeupState()?.hears === true);
  assert.equal(await terminate(database, "haft listens"), 1);
  await until(() => two.wakeupState()?.hears === false);
  assert.match(two.wakeupState()?.why ?? "", /^the connection that listens broke: terminating connection/);
  await parkedRun(one);
  await until(() => two.wakeupState()?.hears === true);
  const before = heard.times;
  await one.endWait(answer);
  await until(() => heard.times > before);
});

test("a process that does not hear itself looks by itself, and says so", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  // As behind a pooler: it may listen, and hears nothing, here because announcements stay in their own database.
  await using elsewhere = await postgresDatabase();
  await using store = await openStore(database.url, { listenUrl: elsewhere.url });
  using heard = counting(store);
  await until(() => /HAFT_LISTEN_URL/.test(store.wakeupState()?.why ?? ""));
  assert.equal(store.wakeupState()?.hears, false);
  const before = heard.times;
  await until(() => heard.times > before + 1);
});

test("the leases of a worker are renewed from before they were asked for", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using store = await openStore(database.url, { leaseMs: LEASE_MS, renewMs: 100 });
  const begun = performance.now();
  await store.create(newRun({ hold: hold("wrk_1") }));
  const renewals: { readonly runIds: readonly string[]; readonly until: number }[] = [];
  using _ = store.keep("wrk_1", (renewal) => renewals.push(renewal));
  await until(() => renewals.length >= 3);
  const now = Number(process.hrtime.bigint()) / 1e6;
  for (const { runIds, until: end } of renewals) {
    assert.deepEqual(runIds, ["run_1"]);
    assert.ok(end > begun && end <= now + LEASE_MS, `${end}`);
  }
  const [row] = await database.query("select lease_until::float8 as until, last_at::float8 as at from runs");
  assert.ok(Number(row?.until) > Number(row?.at) + LEASE_MS);
});

test("nothing that the process does holds the renewals up", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using store = await openStore(database.url, { leaseMs: LEASE_MS, renewMs: 200 });
  await store.create(newRun({ hold: { ...hold("wrk_1"), leaseMs: LEASE_MS } }));
  const renewals: number[] = [];
  using _ = store.keep("wrk_1", ({ until: end }) => renewals.push(end));
  await until(() => renewals.length > 0);
  const blocked = Number(process.hrtime.bigint()) / 1e6;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
  await until(() => renewals.length >= 3);
  // Some of what arrives now was renewed while this thread stood still: later than the lease that it last knew of.
  assert.ok(renewals.some((end) => end > blocked + LEASE_MS && end < blocked + LEASE_MS + BLOCKED_MS));
  const claim = { tenant: "t", runId: "run_1", hold: hold("wrk_2"), engine: 1, first: null, gone: [] };
  assert.deepEqual(await store.claim(claim), { ok: false, reason: "held" });
});

test("renewals go on when the database is back, if it is in time", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using proxy = await proxyTo(database.url);
  await using store = await openStore(proxy.url, { leaseMs: 10_000, renewMs: 200 });
  await store.create(newRun({ hold: { ...hold("wrk_1"), leaseMs: 10_000 } }));
  const renewals: number[] = [];
  using _ = store.keep("wrk_1", ({ until: end }) => renewals.push(end));
  await until(() => renewals.length > 0);
  proxy.cut();
  await setTimeout(500);
  const missed = renewals.length;
  proxy.mend();
  await until(() => renewals.length > missed + 1);
});

test("a store closes while its leases are being renewed, and while they cannot be", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  await using proxy = await proxyTo(database.url);
  for (const cut of [false, true]) {
    const store = await openStore(proxy.url, { leaseMs: 1_000, renewMs: 1 });
    const renewed = Promise.withResolvers<void>();
    store.keep("wrk_1", () => renewed.resolve());
    store.watch(() => undefined);
    await Promise.all([1, 2, 3].map(() => store.now()));
    await until(() => store.wakeupState()?.hears === true);
    await renewed.promise;
    if (cut) proxy.cut();
    await store[Symbol.asyncDispose]();
  }
});

test("a store that is closed leaves no connection behind", { timeout: 90_000 }, async () => {
  await using database = await postgresDatabase();
  {
    await using store = await openStore(database.url, { leaseMs: 1_000, renewMs: 100 });
    const renewed = Promise.withResolvers<void>();
    store.keep("wrk_1", () => renewed.resolve());
    store.watch(() => undefined);
    await renewed.promise;
    await Promise.all([1, 2, 3, 4, 5].map(() => store.now()));
  }
  await until(async () => {
    const rows = await database.query(
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    return rows.length === 0;
  });
});
