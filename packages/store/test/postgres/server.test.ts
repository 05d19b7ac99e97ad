import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { postgresDatabase, startPostgres, withPostgres } from "./server.ts";

test("each test has a database of its own, which is gone afterwards", async () => {
  const url = await withPostgres(async (given) => {
    const client = new pg.Client({ connectionString: given });
    await client.connect();
    await client.query("create table only_here (n int)");
    await client.end();
    return given;
  });
  await withPostgres(async (given) => assert.notEqual(given, url));
  await assert.rejects(new pg.Client({ connectionString: url }).connect(), { code: "3D000" });
});

test("a server that was stopped or has crashed starts again with what was committed", async () => {
  await using server = await startPostgres();
  await using database = await postgresDatabase(server);
  await database.query("create table kept (n int)");
  await database.query("insert into kept values (1)");
  await server.stop("INT");
  await server.start();
  await database.query("insert into kept values (2)");
  await server.stop("QUIT");
  await server.start();
  assert.deepEqual(await database.query("select n from kept order by n"), [{ n: 1 }, { n: 2 }]);
});

test("a server is stopped and its folder removed when its process is killed", async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./server.child.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url, folder } = JSON.parse(line);
  assert.ok(existsSync(folder));
  child.kill("SIGKILL");
  while (existsSync(folder)) await setTimeout(10);
  await assert.rejects(new pg.Client({ connectionString: url }).connect(), { code: "ECONNREFUSED" });
});
