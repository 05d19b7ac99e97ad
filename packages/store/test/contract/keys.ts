// Idempotency keys of inputs: kept with what took effect, in its own transaction, and only with that.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Remembered, Store } from "@haft/engine/ports";
import { type Open, START } from "./fixture.ts";
import { appendOf, asked, COMPLETED, decided, gatedRun, newRun, parkedRun, result, rule, waiting } from "./requests.ts";

const DAY = 24 * 3_600_000;

const KEY = { key: "k", digest: "d" } as const;

const ANSWER = {
  tenant: "t",
  waitId: "wait_1",
  end: "resolved",
  payload: { response: 1 },
  by: "bob",
  resumeOriginal: false,
  idempotency: KEY,
} as const;

const CANCELLED = { type: "run.cancelled", data: { by: "bob" } } as const;

/** Cancels the run of `name`, as it was parked. */
function cancel(name: string, idempotency = { ...KEY }) {
  const request = { tenant: "t", runId: `run_${name}`, by: "bob", lastSeq: 5, gone: [], ifHeld: [] };
  return { ...request, ifFree: [waitCancelled(name), CANCELLED], idempotency };
}

function waitCancelled(name: string) {
  const data = { callId: `call_${name}`, waitId: `wait_${name}`, kind: "answer", payload: {}, by: "bob" } as const;
  return { type: "wait.cancelled", data } as const;
}

/** A run that two people are asked about; the last sequence is 4. */
async function askedOfTwo(store: Store) {
  const rules = [rule({ quorum: 2 })];
  await store.create(gatedRun(rules));
  const events = [asked("wait_1", new Date(START + 9_000).toISOString(), { rules })];
  await store.append(appendOf({ decision: { events, standing: waiting(), release: true, lastSeq: 3 } }));
  const events1 = [decided("wait_1", "bob", { have: 1, need: 2 })];
  return { tenant: "t", runId: "run_1", waitId: "wait_1", by: "bob", lastSeq: 4, events: events1, idempotency: KEY };
}

function waitOf(remembered: Remembered | null) {
  return remembered?.reply !== null && remembered?.reply !== undefined && "wait" in remembered.reply
    ? remembered.reply.wait
    : null;
}

/** Transactions 7, 8 and 10 under a key. */
export function keys(open: Open): void {
  test("an answer keeps its key and what was replied; with the key nothing takes effect a second time", async () => {
    await using o = await open();
    await parkedRun(o.store);
    await parkedRun(o.store, { name: "2" });
    assert.equal(await o.store.remembered("t", "k"), null);
    assert.equal((await o.store.endWait(ANSWER)).ok, true);
    const left = { waitId: "wait_1", status: "resolved", endedAt: START, endedBy: "bob", have: null };
    assert.deepEqual(await o.store.remembered("t", "k"), { digest: "d", reply: { wait: left } });
    assert.deepEqual(await o.store.endWait({ ...ANSWER, waitId: "wait_2" }), { ok: false, reason: "key_taken" });
    assert.equal((await o.store.wait("t", "wait_2"))?.status, "open");
    assert.equal((await o.store.run("t", "run_2"))?.status, "waiting");
    assert.equal((await o.store.events("t", "run_2", 5, 10)).length, 0);
    assert.equal(await o.store.remembered("u", "k"), null, "a key is its tenant's");
  });

  test("what took no effect keeps no key: a wait that is over, an expiry, a change in between", async () => {
    await using o = await open();
    await parkedRun(o.store, { expiresAt: new Date(START + 1_000).toISOString() });
    await parkedRun(o.store, { name: "2" });
    o.now = 1_000;
    const late = await o.store.endWait(ANSWER);
    assert.equal(!late.ok && late.reason, "ended");
    assert.equal((await o.store.wait("t", "wait_1"))?.status, "expired");
    const { lastSeq, ...changed } = cancel("2");
    assert.deepEqual(await o.store.cancelRun({ ...changed, lastSeq: lastSeq - 1 }), { ok: false, reason: "changed" });
    assert.equal(await o.store.remembered("t", "k"), null);
    assert.equal((await o.store.cancelRun(cancel("2"))).ok, true);
  });

  test("a vote's reply stays what it was when others have voted since", async () => {
    await using o = await open();
    const vote = await askedOfTwo(o.store);
    assert.equal((await o.store.vote(vote)).ok, true);
    const events = [decided("wait_1", "eve", { have: 2, need: 2 })];
    const second = await o.store.vote({
      ...vote,
      by: "eve",
      lastSeq: 5,
      events,
      idempotency: { key: "l", digest: "e" },
    });
    assert.equal(second.ok, true);
    assert.deepEqual(waitOf(await o.store.remembered("t", "k"))?.have, 1);
    assert.deepEqual(waitOf(await o.store.remembered("t", "l"))?.have, 2);
    const third = { ...vote, by: "zoe", lastSeq: 6, events: [decided("wait_1", "zoe", { have: 2, need: 2 })] };
    assert.deepEqual(await o.store.vote(third), { ok: false, reason: "key_taken" });
    assert.equal((await o.store.run("t", "run_1"))?.lastSeq, 6);
  });

  test("a cancellation keeps how the run stood, and goes with its run", async () => {
    await using o = await open();
    await parkedRun(o.store);
    const reply = await o.store.cancelRun(cancel("1"));
    assert.equal(reply.ok && reply.run.status, "cancelled");
    const kept = await o.store.remembered("t", "k");
    assert.deepEqual(kept?.reply, { run: reply.ok ? reply.run : null });
    await parkedRun(o.store, { name: "2" });
    assert.deepEqual(await o.store.cancelRun(cancel("2")), { ok: false, reason: "key_taken" });
    assert.equal((await o.store.run("t", "run_2"))?.status, "waiting");
    await o.store.removeThread({ tenant: "t", threadId: "thr_1", by: "ada" });
    assert.equal(await o.store.remembered("t", "k"), null);
  });

  test("a key of a creation is no input's, and the other way round", async () => {
    await using o = await open();
    await parkedRun(o.store);
    const create = newRun({ runId: "run_2", threadId: "thr_2", events: [], hold: null });
    assert.equal((await o.store.create({ ...create, idempotency: { key: "made", digest: "d" } })).ok, true);
    const answer = { ...ANSWER, idempotency: { key: "made", digest: "e" } };
    assert.deepEqual(await o.store.endWait(answer), { ok: false, reason: "key_taken" });
    assert.equal((await o.store.endWait(ANSWER)).ok, true);
    const third = newRun({ runId: "run_3", threadId: "thr_3", events: [], hold: null });
    const reused = await o.store.create({ ...third, idempotency: { key: "k", digest: "f" } });
    assert.deepEqual(reused, { ok: false, reason: "key_reused" });
  });

  test("of many that come at once under one key, on two connections, one takes effect", async () => {
    await using o = await open();
    const other = await o.another();
    const names = Array.from({ length: 12 }, (_, index) => String(index));
    for (const name of names) await parkedRun(o.store, { name });
    const replies = await Promise.all(
      names.map((name, index) => {
        const store = index % 2 === 0 ? o.store : other;
        return index % 3 === 0 ? store.cancelRun(cancel(name)) : store.endWait({ ...ANSWER, waitId: `wait_${name}` });
      }),
    );
    assert.equal(replies.filter(({ ok }) => ok).length, 1);
    for (const reply of replies) if (!reply.ok) assert.equal(reply.reason, "key_taken");
    const waits = await o.store.waits("t", { open: true, limit: 100 });
    assert.equal(waits.length, names.length - 1);
  });

  test("a signal keeps its key as long as its id says what it ended", async () => {
    await using o = await open();
    await parkedRun(o.store, { name: "a", key: "desk/paid" });
    const signal = { tenant: "t", key: "desk/paid", payload: 1, id: "own", by: "shop", idempotency: KEY };
    assert.deepEqual(await o.store.signal(signal), { waits: ["wait_a"], repeated: false });
    assert.deepEqual(await o.store.remembered("t", "k"), { digest: "d", reply: null });
    await parkedRun(o.store, { name: "b", key: "desk/paid" });
    assert.deepEqual(await o.store.signal(signal), { waits: ["wait_a"], repeated: true });
    const another = { ...signal, id: "another" };
    assert.deepEqual(await o.store.signal(another), { waits: [], repeated: false, keyTaken: true });
    assert.equal((await o.store.wait("t", "wait_b"))?.status, "open");
    o.now = 29 * DAY - 1;
    await o.store.fireDue(500);
    assert.notEqual(await o.store.remembered("t", "k"), null);
    o.now = 29 * DAY;
    await o.store.fireDue(500);
    assert.equal(await o.store.remembered("t", "k"), null);
    assert.deepEqual(await o.store.signal(signal), { waits: ["wait_a"], repeated: true });
  });

  test("keys of inputs stay while their runs do, also once they have ended", async () => {
    await using o = await open();
    await parkedRun(o.store);
    assert.equal((await o.store.endWait(ANSWER)).ok, true);
    const hold = { workerId: "wrk_2", identity: { machine: "m", processes: [] }, leaseMs: 30_000 };
    const claimed = await o.store.claim({ tenant: "t", runId: "run_1", hold, engine: 1, first: null, gone: [] });
    assert.equal(claimed.ok, true);
    const ends = { events: [result(), COMPLETED], standing: { status: "completed" }, release: false } as const;
    const ended = await o.store.append(appendOf({ fence: 2, decision: { ...ends, lastSeq: 6 } }));
    assert.equal(ended.ok && ended.decided, true);
    o.now = 400 * DAY;
    await o.store.fireDue(500);
    assert.notEqual(await o.store.remembered("t", "k"), null);
    await o.store.prune({ tenant: "t", endedBefore: START + 399 * DAY, limit: 10 });
    assert.equal(await o.store.remembered("t", "k"), null);
  });
}
