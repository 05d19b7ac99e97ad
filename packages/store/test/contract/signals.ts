// Signals: none is missed, whether it comes before or after somebody waits for it, and one that comes again is the same.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "@haft/engine/ports";
import { signal } from "../../src/transactions/signal.ts";
import { type Open, START } from "./fixture.ts";
import { appendOf, called, hold, newRun, parked, parkedRun, result, started, waiting } from "./requests.ts";

const HOUR = 3_600_000;
const SIGNAL = { tenant: "t", key: "desk/paid", payload: { amount: 3 }, id: null, by: "shop" } as const;

/** A run that waits for the signal, and what became of its wait. */
async function waits(store: Store, name: string, key: string = SIGNAL.key) {
  return parkedRun(store, { name, key });
}

async function payloadOf(store: Store, runId: string): Promise<unknown> {
  const events = await store.events("t", runId, 0, 50);
  const resolved = events.find((event) => event.type === "wait.resolved");
  return resolved === undefined ? undefined : JSON.parse(resolved.data).payload;
}

/** Transactions 6 and 8. */
export function signals(open: Open): void {
  test("a signal ends every open wait of its key, and no other", async () => {
    await using o = await open();
    await waits(o.store, "a");
    await waits(o.store, "b");
    await waits(o.store, "c", "desk/other");
    const reply = await o.store.signal(SIGNAL);
    assert.deepEqual([...reply.waits].sort(), ["wait_a", "wait_b"]);
    assert.equal(reply.repeated, false);
    assert.deepEqual(await payloadOf(o.store, "run_a"), { payload: { amount: 3 } });
    assert.equal((await o.store.run("t", "run_b"))?.status, "ready");
    assert.equal((await o.store.run("t", "run_c"))?.status, "waiting");
    assert.equal((await o.store.wait("t", "wait_a"))?.endedBy, "shop");
  });

  test("a signal that comes early is taken by the first wait that opens, in its own transaction", async () => {
    await using o = await open();
    assert.deepEqual(await o.store.signal(SIGNAL), { waits: [], repeated: false });
    await waits(o.store, "a");
    assert.equal((await o.store.run("t", "run_a"))?.status, "ready");
    assert.deepEqual(await payloadOf(o.store, "run_a"), { payload: { amount: 3 } });
    await waits(o.store, "b");
    assert.equal((await o.store.run("t", "run_b"))?.status, "waiting");
  });

  test("who parks is told of the event that follows, and goes on from there", async () => {
    await using o = await open();
    await o.store.signal(SIGNAL);
    await o.store.create(newRun());
    const park = { events: [parked("wait_1", { key: SIGNAL.key })], standing: waiting(), release: false, lastSeq: 4 };
    const reply = await o.store.append(appendOf({ decision: park }));
    assert.equal(reply.ok && reply.decided, true);
    const payload = { payload: { amount: 3 } };
    const data = { callId: "call_1", waitId: "wait_1", kind: "signal", payload, by: "shop" };
    assert.deepEqual(reply.ok && reply.after, [{ type: "wait.resolved", data }]);
    assert.equal((await o.store.run("t", "run_1"))?.lastSeq, 6);
    const next = { events: [result()], standing: { status: "ready" }, release: false, lastSeq: 6 } as const;
    const went = await o.store.append(appendOf({ decision: next }));
    assert.equal(went.ok && went.decided && went.firstSeq, 7);
  });

  test("a run that begins with an open wait takes an early signal, in its own transaction", async () => {
    await using o = await open();
    await o.store.signal(SIGNAL);
    const { decision } = newRun();
    const events = [...decision.events, parked("wait_1", { key: SIGNAL.key })];
    await o.store.create({ ...newRun(), hold: null, decision: { events, standing: waiting(), release: false } });
    assert.deepEqual(await payloadOf(o.store, "run_1"), { payload: { amount: 3 } });
    const run = await o.store.run("t", "run_1");
    assert.deepEqual([run?.status, run?.lastSeq], ["ready", events.length + 1]);
  });

  test("two calls that park at once take one signal each, the oldest first", async () => {
    await using o = await open();
    await o.store.signal({ ...SIGNAL, payload: 1 });
    await o.store.signal({ ...SIGNAL, payload: 2 });
    await o.store.create(newRun({ events: [...newRun().decision.events, called("call_2", 2), started("call_2")] }));
    const events = [parked("wait_1", { key: SIGNAL.key }), parked("wait_2", { key: SIGNAL.key, callId: "call_2" })];
    const reply = await o.store.append(
      appendOf({ decision: { events, standing: waiting(), release: true, lastSeq: 6 } }),
    );
    const after = reply.ok ? (reply.after ?? []) : [];
    assert.deepEqual(
      after.map(({ data }) => "waitId" in data && "payload" in data && [data.waitId, data.payload]),
      [
        ["wait_1", { payload: 1 }],
        ["wait_2", { payload: 2 }],
      ],
    );
    assert.equal((await o.store.run("t", "run_1"))?.lastSeq, 10);
  });

  test("an early signal is kept for a day", async () => {
    await using o = await open();
    await o.store.signal(SIGNAL);
    o.now = 24 * HOUR;
    await waits(o.store, "a");
    assert.equal((await o.store.run("t", "run_a"))?.status, "waiting");
  });

  test("a repeated id is one signal, early or not, and so it stays when the early one was taken", async () => {
    await using o = await open();
    const once = { ...SIGNAL, id: "evt_1" };
    assert.deepEqual(await o.store.signal(once), { waits: [], repeated: false });
    assert.deepEqual(await o.store.signal(once), { waits: [], repeated: true });
    await waits(o.store, "a");
    await waits(o.store, "b");
    assert.deepEqual(await o.store.signal(once), { waits: [], repeated: true });
    assert.equal((await o.store.run("t", "run_b"))?.status, "waiting");
    assert.deepEqual(await o.store.signal({ ...once, id: "evt_2" }), { waits: ["wait_b"], repeated: false });
    o.now = 48 * HOUR;
    await o.store.fireDue(500);
    assert.deepEqual(await o.store.signal({ ...once, id: "evt_2" }), { waits: ["wait_b"], repeated: true });
    assert.deepEqual(await o.store.signal({ ...once, key: "desk/other" }), { waits: [], repeated: false });
  });

  test("an id that stands for another payload or another person's signal is refused, and ends nothing", async () => {
    await using o = await open();
    await waits(o.store, "a");
    const once = { ...SIGNAL, id: "evt_1", payload: { amount: 3, to: ["bob"] } };
    assert.deepEqual((await o.store.signal(once)).waits, ["wait_a"]);
    await waits(o.store, "b");
    o.now = 1_000;
    const was = { by: "shop", at: START };
    const payload = { amount: 4, to: ["bob"] };
    const [other, person] = [{ ...was, other: "payload" } as const, { ...was, other: "person" } as const];
    assert.deepEqual(await o.store.signal({ ...once, payload }), { waits: [], repeated: false, refused: other });
    assert.deepEqual(await o.store.signal({ ...once, by: "eve" }), { waits: [], repeated: false, refused: person });
    assert.equal((await o.store.wait("t", "wait_b"))?.status, "open");
    // The same value with its keys in another order is the same payload.
    const turned = { ...once, payload: { to: ["bob"], amount: 3 } };
    assert.deepEqual(await o.store.signal(turned), { waits: ["wait_a"], repeated: true });
  });

  test("bringing that was cut off is ended by whoever sends it again, with all that it ended", async () => {
    await using o = await open();
    await Promise.all(Array.from({ length: 502 }, (_, index) => waits(o.store, String(index))));
    const once = { ...SIGNAL, id: "evt_1" };
    const part = await o.perform((transaction) => signal(transaction, once));
    assert.equal(part.waits.length, 500);
    o.now = 1;
    await waits(o.store, "later");
    const reply = await o.store.signal(once);
    assert.deepEqual([new Set(reply.waits).size, reply.repeated], [502, true]);
    assert.equal((await o.store.wait("t", "wait_later"))?.status, "open");
    assert.deepEqual((await o.store.signal(once)).waits.toSorted(), reply.waits.toSorted());
  });

  test("a wait whose time is over is no reason to lose a signal", async () => {
    await using o = await open();
    await parkedRun(o.store, { name: "a", key: SIGNAL.key, expiresAt: new Date(START + 1_000).toISOString() });
    o.now = 1_000;
    assert.deepEqual(await o.store.signal(SIGNAL), { waits: [], repeated: false });
    assert.equal((await o.store.wait("t", "wait_a"))?.status, "open");
    await waits(o.store, "b");
    assert.equal((await o.store.run("t", "run_b"))?.status, "ready");
  });

  test("a tenant hears none of another's", async () => {
    await using o = await open();
    await o.store.signal({ ...SIGNAL, tenant: "u" });
    await waits(o.store, "a");
    assert.equal((await o.store.run("t", "run_a"))?.status, "waiting");
    assert.deepEqual(await o.store.signal({ ...SIGNAL, tenant: "u", payload: 2 }), { waits: [], repeated: false });
  });

  test("more waits than one transaction ends are ended all the same, each once", async () => {
    await using o = await open();
    await Promise.all(Array.from({ length: 1_101 }, (_, index) => waits(o.store, String(index))));
    const reply = await o.store.signal({ ...SIGNAL, id: "evt_1" });
    assert.equal(new Set(reply.waits).size, 1_101);
    assert.equal(reply.waits.length, 1_101);
    const again = await o.store.signal({ ...SIGNAL, id: "evt_1" });
    assert.deepEqual([again.waits.toSorted(), again.repeated], [reply.waits.toSorted(), true]);
    const [wait] = await o.store.waits("t", { open: true, limit: 1 });
    assert.equal(wait, undefined);
  });

  test("a run whose signal comes while it is held stays held", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const park = { events: [parked("wait_1", { key: SIGNAL.key })], standing: waiting(), release: false, lastSeq: 4 };
    await o.store.append(appendOf({ decision: park }));
    assert.deepEqual((await o.store.signal(SIGNAL)).waits, ["wait_1"]);
    const run = await o.store.run("t", "run_1");
    assert.deepEqual([run?.status, run?.workerId, run?.lastSeq], ["running", hold().workerId, 6]);
  });
}
