// Creating runs: the idempotency key, and the place in the thread.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Open, START } from "./fixture.ts";
import {
  appendOf,
  asked,
  COMPLETED,
  called,
  firstEvents,
  gatedRun,
  hold,
  newRun,
  parked,
  parkedRun,
  rule,
  started,
  waiting,
} from "./requests.ts";

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

  test("a run that supersedes cancels its thread's open approvals in its own transaction, and nothing else", async () => {
    await using o = await open();
    await o.store.create(gatedRun());
    const expires = new Date(START + 9_000).toISOString();
    const events = [
      asked("wait_1", expires),
      called("call_2", 2),
      started("call_2"),
      parked("wait_2", { callId: "call_2" }),
    ];
    const decision = { events, standing: waiting(), release: true, lastSeq: 3 };
    await o.store.append(appendOf({ decision }));
    await parkedRun(o.store, { name: "other" });
    const statuses = async () =>
      Promise.all(["wait_1", "wait_2", "wait_other"].map(async (id) => (await o.store.wait("t", id))?.status));

    const payload = { cancelled: true, reason: "superseded by a new message", by: "ada" };
    const next = {
      ...newRun({ runId: "run_2", hold: null, events: firstEvents("call_3") }),
      ...{ idempotency: { key: "k", digest: "d" }, supersede: { by: "ada", payload } },
    };
    const refused = await o.store.create({ ...next, hold: hold() });
    assert.deepEqual(refused, { ok: false, reason: "thread_busy" });
    assert.deepEqual(await statuses(), ["open", "open", "open"]);
    assert.equal((await o.store.create(next)).ok, true);
    assert.deepEqual(await statuses(), ["cancelled", "open", "open"]);
    const [ended] = (await o.store.events("t", "run_1", 7, 10)).map(({ type, data }) => [type, JSON.parse(data)]);
    assert.deepEqual(ended?.[0], "wait.cancelled");
    assert.deepEqual([ended?.[1].payload, ended?.[1].by], [payload, "ada"]);
    assert.equal((await o.store.run("t", "run_1"))?.status, "ready");
    assert.equal((await o.store.run("t", "run_2"))?.status, "queued");
    const again = { ...next, run: { ...next.run, runId: "run_3" } };
    assert.deepEqual(await o.store.create(again), { ok: false, reason: "exists", runId: "run_2" });
  });

  test("messages that supersede at once, while the run before them ends, are both taken", async () => {
    await using o = await open();
    const other = await o.another();
    for (let round = 0; round < 10; round++) {
      const threadId = `thr_${round}`;
      const [runId, callId, waitId] = [`run_${round}`, `call_${round}`, `wait_${round}`];
      await o.store.create(newRun({ runId, threadId, events: firstEvents(callId).slice(0, 2) }));
      const gate = { callId, verdict: "ask", policies: [], policyRevision: 0, digest: "dig", rules: [rule()] } as const;
      const ask = asked(waitId, new Date(START + 9_000).toISOString(), { callId });
      const asking = [{ type: "call.gated", data: gate } as const, ask];
      const park = { events: asking, standing: waiting(), release: false, lastSeq: 2 };
      await o.store.append(appendOf({ runId, decision: park }));
      const supersede = { by: "ada", payload: { reason: "new" } };
      const message = (name: string) => ({
        ...newRun({ runId: `${runId}_${name}`, threadId, hold: null, events: firstEvents(`${callId}_${name}`) }),
        supersede,
      });
      const end = { events: [COMPLETED], standing: { status: "completed" }, release: false, lastSeq: 4 } as const;
      const [first, second] = await Promise.all([
        o.store.create(message("a")),
        other.create(message("b")),
        other.append(appendOf({ runId, decision: end })),
      ]);
      assert.deepEqual([first.ok, second.ok], [true, true]);
    }
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
