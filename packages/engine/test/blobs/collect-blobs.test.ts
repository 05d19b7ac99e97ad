import assert from "node:assert/strict";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createFolderBlobs } from "@haft/store";
import { createEngine, createIds, storeId } from "../../src/index.ts";
import { says } from "../harness/fake-models.ts";
import { type Fixture, fixture } from "../harness/fixture.ts";
import { standStillFor } from "../harness/virtual-clock.ts";

const DAY = 24 * 3_600_000;
const AGENT = { id: "desk", instructions: "Help.", model: "default", tools: [{ toolset: "desk" }] };

/** An engine whose blobs are collected, on the store of a fixture. */
async function keeping(f: Fixture) {
  const ids = createIds();
  const folder = join(f.folder, "kept");
  const blobs = createFolderBlobs(folder, () => storeId(f.store, ids));
  const { runner, models, toolbox, clock, store } = f;
  const engine = createEngine({
    ...{ store, runner, models, toolbox, clock, ids, blobs },
    secrets: { values: async () => [] },
    sources: { current: async () => null },
    machine: { identity: () => ({ machine: "m", processes: [] }), isGone: () => false },
  });
  const has = async (digest: string): Promise<boolean> => (await blobs.upkeep?.see("local", digest)) !== null;
  return {
    engine,
    blobs,
    has,
    /** Takes one turn after another, as long after the one before as turns are apart. */
    async turns(count: number): Promise<{ runs: number; blobs: number }> {
      let [runs, removed] = [0, 0];
      for (let turn = 0; turn < count; turn++) {
        await f.clock.pass(60_000);
        const done = await standStillFor(engine.upkeep());
        assert.ok(done !== null, "a turn was due");
        runs += done.runs;
        removed += done.blobs;
      }
      return { runs, blobs: removed };
    },
    async [Symbol.asyncDispose]() {
      await engine.stop(0);
    },
  };
}

/** Puts a file's time back, so that it is put again at another time. */
async function age(folder: string, digest: string): Promise<void> {
  const { blobFile } = await import("../../../store/src/blobs/blob-file.ts");
  await utimes(blobFile(join(folder, "kept"), "local", digest), 1_000, 1_000);
}

/** A run of an agent that has ended; resolves with the digests that its events name. */
async function endedRun(f: Fixture, engine: ReturnType<typeof createEngine>): Promise<readonly string[]> {
  f.models.play = () => says("Hello.");
  const { runId } = await engine.createRun({ tenant: "local", agent: AGENT, input: "Hello", requestedBy: "ada" });
  await engine.moveRun("local", runId);
  assert.equal((await engine.run("local", runId)).status, "completed");
  const stored = await f.store.events("local", runId, 0, 99);
  return stored.flatMap(({ data }) => {
    const named: { blobs?: Record<string, { digest: string }> } = JSON.parse(data);
    return Object.values(named.blobs ?? {}).map((blob) => blob.digest);
  });
}

test("what ended long ago is removed with its blobs, a day after nothing named them, and what waits never is", async () => {
  await using f = await fixture();
  await using k = await keeping(f);
  const digests = await endedRun(f, k.engine);
  assert.ok(digests.length >= 1);
  await k.turns(1);
  await f.clock.pass(2 * DAY);
  assert.deepEqual(await k.turns(2), { runs: 0, blobs: 0 }, "runs are kept for ever, unless it is said how long");
  assert.equal(await k.engine.setRetention("local", 1, "ada"), true);
  assert.deepEqual(await k.turns(2), { runs: 1, blobs: 0 });
  assert.deepEqual(await f.store.runs("local", { limit: 9 }), []);
  for (const digest of digests) assert.equal(await k.has(digest), true);
  await f.clock.pass(DAY);
  assert.deepEqual(await k.turns(1), { runs: 0, blobs: digests.length });
  for (const digest of digests) assert.equal(await k.has(digest), false);
});

test("a blob that is put again, or named again, within its day is left for another", async () => {
  await using f = await fixture();
  await using k = await keeping(f);
  const digests = await endedRun(f, k.engine);
  await k.engine.setRetention("local", 1, "ada");
  await f.clock.pass(DAY);
  assert.equal((await k.turns(2)).runs, 1);
  // The very same instructions and tools: their blobs are named again, an hour before they would go.
  await f.clock.pass(DAY - 3_600_000);
  const again = await endedRun(f, k.engine);
  assert.deepEqual([...again].sort(), [...digests].sort());
  await f.clock.pass(3_600_000);
  assert.deepEqual(await k.turns(1), { runs: 0, blobs: 0 });
  for (const digest of digests) assert.equal(await k.has(digest), true);
});

test("a blob that was never named goes a day after it was found, if nobody has put it since", async () => {
  await using f = await fixture();
  await using k = await keeping(f);
  await f.store.saveTenant({ tenant: "local", retentionDays: null, by: "ada" });
  const [lost, wanted] = [
    await k.blobs.put("local", Buffer.from("lost")),
    await k.blobs.put("local", Buffer.from("w")),
  ];
  for (const digest of [lost, wanted]) await age(f.folder, digest);
  await k.turns(1);
  await f.clock.pass(DAY - 3_600_000);
  await k.blobs.put("local", Buffer.from("w"));
  await f.clock.pass(3_600_000);
  assert.deepEqual(await k.turns(1), { runs: 0, blobs: 1 });
  assert.deepEqual([await k.has(lost), await k.has(wanted)], [false, true]);
  await f.clock.pass(DAY);
  assert.deepEqual(await k.turns(1), { runs: 0, blobs: 1 });
  assert.equal(await k.has(wanted), false);
});

test("nothing is collected where another store has put blobs, too", async () => {
  await using f = await fixture();
  await using k = await keeping(f);
  await f.store.saveTenant({ tenant: "local", retentionDays: null, by: "ada" });
  const digest = await k.blobs.put("local", Buffer.from("x"));
  await createFolderBlobs(join(f.folder, "kept"), async () => "sto_other").put("local", Buffer.from("x"));
  for (let day = 0; day < 3; day++) {
    await k.turns(1);
    await f.clock.pass(DAY);
  }
  assert.equal(await k.has(digest), true);
});

test("of two workers one takes the turn", async () => {
  await using f = await fixture();
  const { engine } = f.another();
  const turns = await Promise.all([f.engine.upkeep(), engine.upkeep()]);
  assert.deepEqual(turns.map((turn) => turn === null).sort(), [false, true]);
  assert.equal(await f.engine.upkeep(), null);
});

test("a worker takes its turns beside its work, and one that fails is told and is not the last", async () => {
  await using f = await fixture();
  const told: string[] = [];
  const abort = new AbortController();
  const { tenants } = f.store;
  f.store.tenants = () => Promise.reject(new Error("not now"));
  const working = f.engine.work({
    concurrency: 1,
    signal: abort.signal,
    upkeep: (done) => told.push(done instanceof Error ? done.message : JSON.stringify(done)),
  });
  await f.clock.pass(1_000);
  assert.deepEqual(told, ["not now"]);
  f.store.tenants = tenants;
  await f.clock.pass(120_000);
  assert.equal(told[1], '{"runs":0,"blobs":0}');
  abort.abort();
  await f.clock.pass(60_000);
  await working;
});

test("days of retention are whole, at least one, and bounded", async () => {
  await using f = await fixture();
  for (const days of [0, -1, 1.5, Number.NaN, 40_000]) {
    await assert.rejects(f.engine.setRetention("local", days, "ada"), RangeError);
  }
  assert.equal(await f.engine.setRetention("local", 30, "ada"), true);
  assert.equal(await f.engine.setRetention("local", null, "ada"), true);
  assert.equal(await f.engine.setRetention("local", null, "ada"), false);
});
