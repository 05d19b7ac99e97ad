import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { proxyTo } from "./proxy.ts";
import { postgresDatabase, startPostgres } from "./server.ts";
import { kill, workshop } from "./workshop.ts";

/** How many workers are killed. */
const KILLS = 16;

test("whenever workers are killed, nothing is lost, and nothing happens twice", { timeout: 120_000 }, async () => {
  await using database = await postgresDatabase();
  await using shop = await workshop(database.url);
  const killing = async (): Promise<void> => {
    for (let killed = 0; killed < KILLS / 2; killed++) {
      const worker = await shop.worker(database.url);
      await shop.turn();
      await setTimeout(Math.random() * 150);
      await kill(worker);
    }
  };
  await Promise.all([killing(), killing()]);
  await shop.worker(database.url);
  const { runs } = await shop.settle();
  assert.equal(runs, KILLS * 4);
});

test("a worker that is cut off from the database ends what it does before others take it over", {
  timeout: 120_000,
}, async () => {
  await using database = await postgresDatabase();
  await using shop = await workshop(database.url);
  await using one = await proxyTo(database.url);
  await using two = await proxyTo(database.url);
  await Promise.all([shop.worker(one.url), shop.worker(two.url)]);
  for (const proxy of [one, two, one, two]) {
    await shop.turn();
    await setTimeout(Math.random() * 100);
    // Longer than a lease, while nobody is told: then the old connections break.
    proxy.cut();
    await shop.turn();
    await setTimeout(1_500);
    proxy.mend();
    await shop.turn();
  }
  const { runs } = await shop.settle();
  assert.equal(runs, 48);
});

test("connections that break again and again cost nothing", { timeout: 120_000 }, async () => {
  await using database = await postgresDatabase();
  await using shop = await workshop(database.url);
  await using proxy = await proxyTo(database.url);
  // Leases that outlive the test: what is tested is that no reply is lost with its connection.
  await Promise.all([shop.worker(proxy.url, 60_000), shop.worker(proxy.url, 60_000)]);
  for (let turn = 0; turn < 30; turn++) {
    if (turn % 3 === 0) await shop.turn();
    await setTimeout(Math.random() * 60);
    proxy.drop();
  }
  const { runs, unknown } = await shop.settle();
  assert.deepEqual({ runs, unknown }, { runs: 40, unknown: 0 });
});

test("a database that is stopped, or crashes, and comes back has lost nothing", { timeout: 120_000 }, async () => {
  await using server = await startPostgres();
  await using database = await postgresDatabase(server);
  await using shop = await workshop(database.url);
  await Promise.all([shop.worker(database.url), shop.worker(database.url)]);
  for (const how of ["INT", "QUIT", "INT", "QUIT"] as const) {
    await shop.turn();
    await setTimeout(Math.random() * 100);
    await server.stop(how);
    // Who brings work meanwhile waits.
    const turn = shop.turn();
    await setTimeout(Math.random() * 300);
    await server.start();
    await turn;
  }
  const { runs } = await shop.settle();
  assert.equal(runs, 32);
});
