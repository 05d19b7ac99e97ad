// Taking runs: whose turn it is, and what is not to be taken.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimNext } from "@haft/engine/ports";
import { type Open, START } from "./fixture.ts";
import { firstEvents, hold, newRun, parkedRun } from "./requests.ts";

const NEXT: ClaimNext = { hold: hold(), engine: 1, place: null, afterTenant: "", maxRunning: 50, gone: [] };

function ready(tenant: string, runId: string): ReturnType<typeof newRun> {
  return newRun({ tenant, runId, threadId: runId, hold: null, events: firstEvents(`call_${runId}`) });
}

/** Transaction 2. */
export function claims(open: Open): void {
  test("claims go round the tenants, and within one by age", async () => {
    await using o = await open();
    for (const [tenant, runId] of [
      ["a", "a1"],
      ["a", "a2"],
      ["b", "b1"],
      ["a", "a3"],
      ["c", "c1"],
    ] as const) {
      await o.store.create(ready(tenant, runId));
      o.now += 1;
    }
    const order: string[] = [];
    for (let after = ""; ; ) {
      const claimed = await o.store.claimNext({ ...NEXT, afterTenant: after });
      if (claimed === null) break;
      order.push(claimed.runId);
      after = claimed.tenant;
    }
    assert.deepEqual(order, ["a1", "b1", "c1", "a2", "a3"]);
  });

  test("what a worker has left to others is not taken by it, and keeps nothing else from it", async () => {
    await using o = await open();
    for (const runId of ["a1", "a2", "a3"]) {
      await o.store.create(ready("a", runId));
      o.now += 1;
    }
    await o.store.create(ready("b", "b1"));
    const except = ["a1", "a2", "b1"];
    assert.equal((await o.store.claimNext({ ...NEXT, except }))?.runId, "a3");
    assert.equal(await o.store.claimNext({ ...NEXT, except }), null);
    assert.equal((await o.store.claimNext({ ...NEXT, afterTenant: "b" }))?.runId, "a1");
  });

  test("a tenant at its limit is passed over", async () => {
    await using o = await open();
    for (const [tenant, runId] of [
      ["a", "a1"],
      ["a", "a2"],
      ["b", "b1"],
    ] as const)
      await o.store.create(ready(tenant, runId));
    const claims = [];
    for (let turn = 0; turn < 3; turn++) claims.push((await o.store.claimNext({ ...NEXT, maxRunning: 1 }))?.runId);
    assert.deepEqual(claims, ["a1", "b1", undefined]);
  });

  test("a run that a newer engine wrote, or that belongs to another machine, is left alone", async () => {
    await using o = await open();
    const newer = ready("a", "a1");
    await o.store.create({ ...newer, run: { ...newer.run, minEngine: 2 } });
    const placed = ready("a", "a2");
    await o.store.create({ ...placed, run: { ...placed.run, place: "elsewhere" } });
    assert.equal(await o.store.claimNext({ ...NEXT, place: "here" }), null);
    assert.equal((await o.store.claimNext({ ...NEXT, place: "elsewhere" }))?.runId, "a2");
    assert.equal((await o.store.claimNext({ ...NEXT, engine: 2 }))?.runId, "a1");
  });

  test("runs of a place and runs of any take turns by tenant and age: neither keeps the other waiting", async () => {
    await using o = await open();
    for (const [tenant, runId, place] of [
      ["busy", "b1", null],
      ["busy", "b2", "here"],
      ["busy", "b3", null],
      ["busy", "b4", null],
      ["quiet", "q1", "here"],
      ["quiet", "q2", "elsewhere"],
      ["\u{1f600}", "x1", "here"],
      ["\uffff", "x2", null],
    ] as const) {
      const run = ready(tenant, runId);
      await o.store.create({ ...run, run: { ...run.run, place } });
      o.now += 1;
    }
    const order: string[] = [];
    for (let after = ""; ; ) {
      const claimed = await o.store.claimNext({ ...NEXT, place: "here", afterTenant: after });
      if (claimed === null) break;
      order.push(claimed.runId);
      after = claimed.tenant;
    }
    assert.deepEqual(order, ["b1", "q1", "x2", "x1", "b2", "b3", "b4"]);
  });

  test("a held run is taken when its lease has run out, or its worker is gone, and not before", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const claim = { tenant: "t", runId: "run_1", hold: hold("wrk_2"), engine: 1, first: null, gone: [] };
    assert.deepEqual(await o.store.claim(claim), { ok: false, reason: "held" });
    const taken = await o.store.claim({ ...claim, gone: ["wrk_1"] });
    assert.equal(taken.ok && taken.fence, 2);
    o.now = 30_000;
    const again = await o.store.claim({ ...claim, hold: hold("wrk_3") });
    assert.equal(again.ok && again.lost, "wrk_2");
  });

  test("a lease is over by the store's clock, and by the time that whoever asks has seen pass", async () => {
    await using o = await open();
    await o.store.create(newRun());
    o.now = 3_600_000;
    const claim = { tenant: "t", runId: "run_1", hold: hold("wrk_2"), engine: 1, first: null, gone: [] };
    const before = START + 29_999;
    assert.deepEqual(await o.store.claim({ ...claim, lapsedBy: before }), { ok: false, reason: "held" });
    assert.equal(await o.store.claimNext({ ...NEXT, lapsedBy: before }), null);
    // Nor does a time that is ahead of the store's end one earlier.
    assert.equal((await o.store.claimNext({ ...NEXT, lapsedBy: START + 30_000 }))?.runId, "run_1");
    assert.equal(await o.store.claimNext({ ...NEXT, lapsedBy: START + 10_000_000 }), null);
  });

  test("a waiting run is claimed only with a decision that says why it can move", async () => {
    await using o = await open();
    await parkedRun(o.store);
    const claim = { tenant: "t", runId: "run_1", hold: hold("wrk_2"), engine: 1, gone: [] };
    assert.deepEqual(await o.store.claim({ ...claim, first: null }), { ok: false, reason: "waiting" });
    assert.equal(await o.store.claimNext(NEXT), null);
    const resolved = {
      type: "wait.resolved",
      data: { callId: "call_1", waitId: "wait_1", kind: "answer", payload: null, by: "clock" },
    } as const;
    const first = { events: [resolved], standing: { status: "ready" }, release: false, appendId: "app_1" } as const;
    assert.deepEqual(await o.store.claim({ ...claim, first: { ...first, lastSeq: 4 } }), {
      ok: false,
      reason: "changed",
    });
    assert.equal((await o.store.claim({ ...claim, first: { ...first, lastSeq: 5 } })).ok, true);
  });

  test("a claim whose reply was lost is asked for again, and is nobody else's of the same worker", async () => {
    await using o = await open();
    await parkedRun(o.store);
    const resolved = {
      type: "wait.resolved",
      data: { callId: "call_1", waitId: "wait_1", kind: "answer", payload: null, by: "clock" },
    } as const;
    const decision = { events: [resolved], standing: { status: "ready" }, release: false, lastSeq: 5 } as const;
    const claim = { tenant: "t", runId: "run_1", hold: hold("wrk_2"), engine: 1, gone: [] };
    const first = { ...decision, appendId: "app_1" };
    const reply = await o.store.claim({ ...claim, first });
    assert.equal(reply.ok && reply.firstSeq, 6);
    assert.deepEqual(await o.store.claim({ ...claim, first }), reply);
    // Another move of the same process decided the same at the same place.
    assert.deepEqual(await o.store.claim({ ...claim, first: { ...decision, appendId: "app_2" } }), {
      ok: false,
      reason: "held",
    });
    // It lost the lease, and took the run again by another fence: the first claim holds nothing any more.
    o.now = 30_000;
    const again = await o.store.claim({ ...claim, first: null });
    assert.equal(again.ok && again.fence, reply.ok && reply.fence + 1);
    assert.deepEqual(await o.store.claim({ ...claim, first }), { ok: false, reason: "held" });
    assert.equal((await o.store.events("t", "run_1", 5, 100)).filter(({ type }) => type === "wait.resolved").length, 1);
  });

  test("one run of a thread is open; the next becomes ready when it ends; 100 may wait", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const second = newRun({ runId: "run_2", events: firstEvents("call_2") });
    assert.deepEqual(await o.store.create(second), { ok: false, reason: "thread_busy" });
    for (let index = 0; index < 100; index++) {
      const queued = newRun({ runId: `run_q${index}`, hold: null, events: firstEvents(`call_q${index}`) });
      assert.equal((await o.store.create(queued)).ok, true);
    }
    assert.deepEqual(await o.store.create({ ...second, hold: null }), { ok: false, reason: "queue_full" });
    assert.equal((await o.store.run("t", "run_q0"))?.status, "queued");
    const ended = { type: "run.cancelled", data: { by: "bob" } } as const;
    const cancel = { tenant: "t", by: "bob", ifHeld: [], ifFree: [ended], gone: ["wrk_1"] };
    await o.store.cancelRun({ ...cancel, runId: "run_1", lastSeq: 4 });
    assert.equal((await o.store.run("t", "run_q0"))?.status, "ready");
    assert.equal((await o.store.run("t", "run_q1"))?.status, "queued");
  });

  test("the holders are listed with what tells whether they are gone", async () => {
    await using o = await open();
    assert.deepEqual(await o.store.holders(), []);
    await o.store.create(newRun());
    assert.deepEqual(await o.store.holders(), [{ workerId: "wrk_1", machine: "m", processes: [] }]);
  });
}
