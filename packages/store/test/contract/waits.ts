// Answers, deadlines and cancellations, from any process.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Open, START } from "./fixture.ts";
import { appendOf, newRun, parkedRun } from "./requests.ts";

const ANSWER = {
  tenant: "t",
  waitId: "wait_1",
  end: "resolved",
  payload: { response: "yes", answered_by: "bob" },
  by: "bob",
  resumeOriginal: false,
} as const;

/** Transactions 7, 9 and 10. */
export function waits(open: Open): void {
  test("an answer makes the run ready in its own transaction", async () => {
    await using o = await open();
    await parkedRun(o.store);
    assert.equal((await o.store.run("t", "run_1"))?.status, "waiting");
    const reply = await o.store.endWait(ANSWER);
    assert.equal(reply.ok, true);
    const run = await o.store.run("t", "run_1");
    assert.equal(run?.status, "ready");
    assert.deepEqual(run?.openWaits, []);
    const [event] = await o.store.events("t", "run_1", 5, 1);
    assert.equal(event?.type, "wait.resolved");
  });

  test("of 100 answers at once one is taken, and the others are told whose", async () => {
    await using o = await open();
    await parkedRun(o.store);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const by = `person-${index}`;
        return o.store.endWait({ ...ANSWER, by, payload: { response: index, answered_by: by } });
      }),
    );
    const winners = replies.filter((reply) => reply.ok);
    assert.equal(winners.length, 1);
    for (const reply of replies) {
      if (!reply.ok)
        assert.equal(reply.reason === "ended" && reply.wait.endedBy, winners[0]?.ok && winners[0].wait.endedBy);
    }
    assert.equal((await o.store.events("t", "run_1", 5, 100)).length, 1);
  });

  test("the same answer by the same person gets the same reply; anything else is refused", async () => {
    await using o = await open();
    await parkedRun(o.store);
    await o.store.endWait(ANSWER);
    const again = await o.store.endWait(ANSWER);
    assert.equal(again.ok && again.repeated, true);
    assert.equal((await o.store.endWait({ ...ANSWER, end: "cancelled" })).ok, false);
    assert.equal((await o.store.endWait({ ...ANSWER, by: "eve" })).ok, false);
    assert.equal((await o.store.events("t", "run_1", 5, 100)).length, 1);
  });

  test("at the deadline an answer writes the expiry instead", async () => {
    await using o = await open();
    await parkedRun(o.store, { expiresAt: new Date(START + 5_000).toISOString() });
    o.now = 5_000;
    const reply = await o.store.endWait(ANSWER);
    assert.equal(!reply.ok && reply.reason === "ended" && reply.wait.status, "expired");
    const [event] = await o.store.events("t", "run_1", 5, 100);
    assert.equal(event?.type, "wait.expired");
    assert.deepEqual(JSON.parse(event?.data ?? "").payload, { timed_out: true, elapsed_seconds: 5 });
  });

  test("due waits make their runs ready, the earliest first, and tell when the next is due", async () => {
    await using o = await open();
    await parkedRun(o.store, { time: new Date(START + 5_000).toISOString() });
    assert.deepEqual(await o.store.fireDue(500), { fired: 0, next: START + 5_000, now: START });
    o.now = 5_000;
    assert.deepEqual(await o.store.fireDue(500), { fired: 1, next: null, now: START + 5_000 });
    assert.equal((await o.store.run("t", "run_1"))?.status, "ready");
  });

  test("a run that is held is only told of its cancelling; a free one ends", async () => {
    await using o = await open();
    const told = { type: "run.cancelling", data: { by: "bob" } } as const;
    const ended = { type: "run.cancelled", data: { by: "bob" } } as const;
    const request = { tenant: "t", runId: "run_1", by: "bob", ifHeld: [told], ifFree: [told, ended], gone: [] };
    await o.store.create(newRun());
    assert.deepEqual(await o.store.cancelRun({ ...request, lastSeq: 3 }), { ok: false, reason: "changed" });
    const asked = await o.store.cancelRun({ ...request, lastSeq: 4 });
    assert.deepEqual(asked, { ok: true, ended: false, run: await o.store.run("t", "run_1") });
    assert.equal(asked.ok && asked.run.status, "running");
    const held = { tenant: "t", runId: "run_1", fence: 1 };
    await o.store.giveBack({ held, lastSeq: 5, standing: { status: "ready" } });
    const free = await o.store.cancelRun({ ...request, lastSeq: 5 });
    assert.deepEqual(free, { ok: true, ended: true, run: await o.store.run("t", "run_1") });
    assert.deepEqual(await o.store.cancelRun({ ...request, lastSeq: 7 }), { ok: false, reason: "ended" });
  });

  test("cancelling a run of a lost worker also ends its fence", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const ended = { type: "run.cancelled", data: { by: "bob" } } as const;
    const request = {
      tenant: "t",
      runId: "run_1",
      by: "bob",
      ifHeld: [],
      ifFree: [ended],
      gone: ["wrk_1"],
      lastSeq: 4,
    };
    const reply = await o.store.cancelRun(request);
    assert.equal(reply.ok && reply.ended, true);
    assert.deepEqual(await o.store.append(appendOf({ facts: [ended] })), { ok: false, reason: "ended" });
  });

  test("nobody ends the wait of another tenant", async () => {
    await using o = await open();
    await parkedRun(o.store);
    assert.deepEqual(await o.store.endWait({ ...ANSWER, tenant: "u" }), { ok: false, reason: "not_found" });
    assert.equal(await o.store.run("u", "run_1"), null);
    assert.deepEqual(await o.store.events("u", "run_1", 0, 10), []);
  });
}
