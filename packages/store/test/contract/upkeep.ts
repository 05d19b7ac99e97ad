// What looks after a store: how long runs are kept, blobs that nothing names, and facts.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "@haft/engine/ports";
import { all } from "../../src/database/work.ts";
import { type Open, START } from "./fixture.ts";
import { appendOf, COMPLETED, firstEvents, hold, newRun, started } from "./requests.ts";

const DAY = 24 * 3_600_000;
const MARK = { tenant: "t", againMs: DAY } as const;

/** An event of a run, which is made for it, names a blob. */
async function name(store: Store, digest: string, runId = `run_${digest}`): Promise<void> {
  const callId = `call_${runId}`;
  const events = [...firstEvents(callId), started(callId)];
  const created = await store.create(newRun({ runId, threadId: `thr_${runId}`, events }));
  assert.equal(created.ok, true);
  const value = { digest, bytes: 9 };
  const large = { type: "tool.late_result", data: { callId, ok: true, durationMs: 1, blobs: { value } } };
  const reply = await store.append(appendOf({ runId, facts: [large as never] }));
  assert.equal(reply.ok, true);
}

/** Blobs and facts. */
export function upkeep(open: Open): void {
  test("how long a tenant's runs are kept is set, and the trail tells of a change once", async () => {
    await using o = await open();
    const [days, off] = [30, null].map((retentionDays) => ({ tenant: "t", retentionDays, by: "ada" }));
    assert.ok(days !== undefined && off !== undefined);
    assert.deepEqual(await o.store.saveTenant(off), { changed: false });
    assert.deepEqual(await o.store.saveTenant(days), { changed: true });
    assert.deepEqual(await o.store.saveTenant(days), { changed: false });
    await o.store.saveTenant({ ...off, tenant: "u" });
    assert.deepEqual(await o.store.tenants("", 9), [
      { tenant: "t", maxRunning: 50, retentionDays: 30 },
      { tenant: "u", maxRunning: 50, retentionDays: null },
    ]);
    assert.deepEqual((await o.store.tenants("t", 9)).length, 1);
    assert.deepEqual(await o.store.saveTenant(off), { changed: true });
    const trail = await o.perform(() => all("select detail from audit where action = 'tenant.saved' order by entry"));
    assert.deepEqual(
      trail.map((row) => JSON.parse(String(row.detail))),
      [{ retentionDays: "30" }, { retentionDays: "off" }],
    );
  });

  test("a blob that was seen is looked at again a day later, and forgotten if it still is what was seen", async () => {
    await using o = await open();
    assert.deepEqual(await o.store.unknownBlobs("t", ["a", "b"]), ["a", "b"]);
    await o.store.markBlobs({ ...MARK, blobs: [{ digest: "a", bytes: 3, seenAs: "1" }] });
    assert.deepEqual(await o.store.unknownBlobs("t", ["a", "b"]), ["b"]);
    assert.deepEqual(await o.store.unknownBlobs("u", ["a"]), ["a"]);
    assert.deepEqual(await o.store.unnamedBlobs(9), []);
    assert.equal(await o.store.forgetBlob({ tenant: "t", digest: "a", seenAs: "1" }), false, "too early");
    o.now = DAY;
    assert.deepEqual(await o.store.unnamedBlobs(9), [{ tenant: "t", digest: "a", bytes: 3, seenAs: "1" }]);
    assert.equal(await o.store.forgetBlob({ tenant: "t", digest: "a", seenAs: "2" }), false, "something else");
    assert.equal(await o.store.forgetBlob({ tenant: "u", digest: "a", seenAs: "1" }), false, "somebody else's");
    assert.equal(await o.store.forgetBlob({ tenant: "t", digest: "a", seenAs: "1" }), true);
    assert.equal(await o.store.forgetBlob({ tenant: "t", digest: "a", seenAs: "1" }), false, "gone");
    assert.deepEqual(await o.store.unknownBlobs("t", ["a"]), ["a"]);
  });

  test("a blob that is named after it was seen is not forgotten, and not marked", async () => {
    await using o = await open();
    await o.store.markBlobs({ ...MARK, blobs: [{ digest: "a", bytes: 9, seenAs: "1" }] });
    await name(o.store, "a");
    o.now = DAY;
    assert.deepEqual(await o.store.unnamedBlobs(9), []);
    assert.equal(await o.store.forgetBlob({ tenant: "t", digest: "a", seenAs: "1" }), false);
    await o.store.markBlobs({ ...MARK, againMs: 0, blobs: [{ digest: "a", bytes: 9, seenAs: "1" }] });
    assert.deepEqual(await o.store.unnamedBlobs(9), []);
    assert.equal(await o.store.forgetBlob({ tenant: "t", digest: "a", seenAs: "1" }), false);
  });

  test("of a blob that is named and forgotten at once, either the name stands or nothing was there to be named", async () => {
    await using o = await open();
    const names = Array.from({ length: 20 }, (_, index) => `blob_${index}`);
    await o.store.markBlobs({ ...MARK, againMs: 0, blobs: names.map((digest) => ({ digest, bytes: 9, seenAs: "1" })) });
    const [mine, theirs] = [await o.another(), await o.another()];
    await Promise.all(
      names.map((digest) => Promise.all([name(mine, digest), theirs.forgetBlob({ tenant: "t", digest, seenAs: "1" })])),
    );
    // Whichever came first: what has a name has a row that the collector leaves alone.
    const rows = await o.perform(() => all("select digest from blobs where look_at is null"));
    assert.deepEqual(rows.map((row) => row.digest).sort(), [...names].sort());
    assert.deepEqual(await o.store.unnamedBlobs(99), []);
  });

  test("a fact is changed where it is what somebody read, by one of two at once", async () => {
    await using o = await open();
    assert.deepEqual(await o.store.saveFact({ name: "a", value: "1", ifMatch: null }), { ok: true, at: START });
    assert.deepEqual(await o.store.saveFact({ name: "a", value: "2", ifMatch: null }), { ok: false, at: START });
    o.now = 5;
    const others = [await o.another(), await o.another()];
    const won = await Promise.all(
      others.map((store, n) => store.saveFact({ name: "a", value: `other ${n}`, ifMatch: "1" })),
    );
    assert.deepEqual(won.map((reply) => reply.ok).sort(), [false, true]);
    const [fact, ...rest] = await o.store.facts("a");
    assert.deepEqual([fact?.at, rest.length], [START + 5, 0]);
    await o.store.saveFact({ name: "ab", value: "x" });
    await o.store.saveFact({ name: "ab", value: "y" });
    await o.store.saveFact({ name: "b", value: "z" });
    assert.deepEqual(
      (await o.store.facts("a")).map(({ name }) => name),
      ["a", "ab"],
    );
    assert.equal((await o.store.saveFact({ name: "ab", value: null, ifMatch: "x" })).ok, false);
    assert.equal((await o.store.saveFact({ name: "ab", value: null, ifMatch: "y" })).ok, true);
    assert.equal((await o.store.saveFact({ name: "ab", value: null })).ok, true);
    assert.deepEqual(
      (await o.store.facts("")).map(({ name }) => name),
      ["a", "b"],
    );
  });

  test("open runs are counted by their places, and get another one unless somebody holds them", async () => {
    await using o = await open();
    const at = (runId: string, place: string | null, given: Partial<Parameters<typeof newRun>[0]> = {}) =>
      o.store.create(
        newRun({ runId, threadId: `thr_${runId}`, place, hold: null, events: firstEvents(`call_${runId}`), ...given }),
      );
    for (const runId of ["run_a", "run_b"]) await at(runId, "old");
    await at("run_c", "old", { hold: hold(), events: [...firstEvents("call_c"), started("call_c")] });
    await at("run_d", "other");
    await at("run_e", null);
    const ended = await at("run_f", "old", { hold: hold(), events: [...firstEvents("call_f"), started("call_f")] });
    assert.equal(ended.ok, true);
    const end = { events: [COMPLETED], standing: { status: "completed" }, release: true, lastSeq: 4 } as const;
    await o.store.append(appendOf({ runId: "run_f", decision: end }));

    assert.deepEqual(await o.store.places(), [
      { place: "old", open: 3, held: 1 },
      { place: "other", open: 1, held: 0 },
    ]);
    const run = (runId: string) => ({ tenant: "t", runId });
    assert.deepEqual(await o.store.openRuns("old", null, 2), [run("run_a"), run("run_b")]);
    assert.deepEqual(await o.store.openRuns("old", run("run_b"), 2), [run("run_c")]);

    const move = { tenant: "t", from: "old", to: "new", by: "ada" };
    const first = await o.store.movePlace({ ...move, after: "", limit: 2 });
    assert.deepEqual(first, { open: 2, ended: 0, held: [], next: "run_b" });
    const rest = await o.store.movePlace({ ...move, after: "run_b", limit: 9 });
    assert.deepEqual(rest, { open: 0, ended: 1, held: ["run_c"], next: null });
    assert.deepEqual(
      (await o.store.places()).map(({ place, open }) => [place, open]),
      [
        ["new", 2],
        ["old", 1],
        ["other", 1],
      ],
    );
    // Its lease has run out: whoever held it is over.
    o.now += 60_000;
    assert.equal((await o.store.places()).find(({ place }) => place === "old")?.held, 0);
    assert.equal((await o.store.movePlace({ ...move, after: "", limit: 9 })).open, 1);
    assert.equal((await o.store.run("t", "run_c"))?.place, "new");
    assert.equal((await o.store.run("t", "run_e"))?.place, null);
    const trail = await o.perform(() => all("select subject, detail from audit where action = 'place.moved'"));
    assert.deepEqual(
      trail.map((row) => [row.subject, JSON.parse(String(row.detail)).runs]),
      [
        ["old", "2"],
        ["old", "1"],
        ["old", "1"],
      ],
    );
  });
}
