// Creating runs: the idempotency key, and the place in the thread.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Open } from "./fixture.ts";
import { COMPLETED, firstEvents, newRun } from "./requests.ts";

/** Transactions 1 and 11. */
export function creates(open: Open): void {
  test("the same key with the same digest gives the run that it made, with another it is refused", async () => {
    await using o = await open();
    const idempotency = { key: "k", digest: "d" };
    const again = { ...newRun({ runId: "run_2", threadId: "thr_2", events: firstEvents("call_2") }), idempotency };
    assert.equal((await o.store.create({ ...newRun(), idempotency })).ok, true);
    assert.deepEqual(await o.store.create(again), { ok: false, reason: "exists", runId: "run_1" });
    const other = { ...again, idempotency: { key: "k", digest: "e" } };
    assert.deepEqual(await o.store.create(other), { ok: false, reason: "key_reused" });
    const tenant = { ...again, run: { ...again.run, tenant: "u" } };
    assert.equal((await o.store.create(tenant)).ok, true);
  });

  test("a create that is refused does not use its key", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const second = {
      ...newRun({ runId: "run_2", events: firstEvents("call_2") }),
      idempotency: { key: "k", digest: "d" },
    };
    assert.deepEqual(await o.store.create(second), { ok: false, reason: "thread_busy" });
    assert.equal((await o.store.create({ ...second, hold: null })).ok, true);
  });

  test("a run that is created, decided and ended at once lets the next of its thread go on", async () => {
    await using o = await open();
    const whole = newRun({ events: [...firstEvents(), COMPLETED] });
    const ended = { ...whole, decision: { ...whole.decision, standing: { status: "completed" } as const } };
    assert.equal((await o.store.create(ended)).ok, true);
    assert.equal((await o.store.run("t", "run_1"))?.workerId, null);
    assert.equal((await o.store.create(newRun({ runId: "run_2", events: firstEvents("call_2") }))).ok, true);
  });

  test("first decisions of a claim that end the run let the next of its thread go on", async () => {
    await using o = await open();
    for (const name of ["1", "2"]) {
      await o.store.create(newRun({ runId: `run_${name}`, hold: null, events: firstEvents(`call_${name}`) }));
    }
    assert.equal((await o.store.run("t", "run_2"))?.status, "queued");
    const first = { events: [COMPLETED], standing: { status: "completed" }, release: false } as const;
    const reply = await o.store.claim({
      ...{ tenant: "t", runId: "run_1", engine: 1, gone: [] },
      hold: { workerId: "wrk_1", identity: { machine: "m", processes: [] }, leaseMs: 30_000 },
      first: { ...first, lastSeq: 3, appendId: "app" },
    });
    assert.equal(reply.ok, true);
    assert.equal((await o.store.run("t", "run_2"))?.status, "ready");
  });
}
