import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { openStore, StoreError } from "../src/index.ts";
import { isServer } from "../src/open-store.ts";
import { folder } from "./harness/folder.ts";

test("a file is a file, also where its name looks strange", () => {
  const cases: readonly [string, boolean][] = [
    ["./.haft/haft.db", false],
    ["postgres", false],
    ["postgres.db", false],
    ["/var/postgres:/x", false],
    ["postgres://localhost/haft", true],
    ["postgresql://ada@localhost/haft", true],
    ["POSTGRES://localhost/haft", true],
  ];
  for (const [address, server] of cases) assert.equal(isServer(address), server, address);
});

test("a store in a file needs nothing of a database on a server", async () => {
  await using place = await folder();
  const file = join(place.path, "haft.db");
  await using store = await openStore(file);
  assert.equal(store.place, file);
  assert.deepEqual(await store.runs("t", { limit: 1 }), []);
  assert.deepEqual(store.wakeupState(), { hears: true, why: null });
  const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => /[\\/]pg[\\/]/.test(path));
  assert.deepEqual(loaded, []);
});

test("an address that cannot be read is told without what it holds", async () => {
  for (const address of [
    "postgres://ada:secret@host:port/haft",
    "postgres://ada%:secret@host/haft",
    "postgres://a b/",
  ]) {
    await assert.rejects(openStore(address), (error) => {
      assert.ok(error instanceof StoreError);
      assert.equal(error.code, "store_unreadable");
      assert.match(error.hint ?? "", /postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE/);
      assert.doesNotMatch(`${error.message} ${error.hint} ${error.cause}`, /secret/);
      return true;
    });
  }
});
