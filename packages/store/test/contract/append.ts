// What the holder of a run appends: facts, decisions, and what costs which.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Open, START } from "./fixture.ts";
import { appendOf, COMPLETED, hold, NOTE, newRun, result } from "./requests.ts";

const END = { events: [COMPLETED], standing: { status: "completed" }, release: false } as const;

/** Transactions 3 and 5, and what an old fence may do. */
export function appends(open: Open): void {
  test("sequences have no gaps, and time does not go back in a run", async () => {
    await using o = await open();
    await o.store.create(newRun());
    o.now = -60_000;
    const reply = await o.store.append(appendOf({ facts: [NOTE, result()], decision: { ...END, lastSeq: 4 } }));
    assert.deepEqual(reply, { ok: true, firstSeq: 5, at: START, decided: true });
    const events = await o.store.events("t", "run_1", 0, 100);
    assert.deepEqual(
      events.map((event) => event.seq),
      [1, 2, 3, 4, 5, 6, 7],
    );
    assert.ok(events.every((event) => event.at >= START));
    const run = await o.store.run("t", "run_1");
    assert.equal(run?.status, "completed");
    assert.equal(run?.workerId, null);
  });

  test("an old fence appends nothing, neither fact nor decision", async () => {
    await using o = await open();
    await o.store.create(newRun());
    o.now = 31_000;
    const claimed = await o.store.claimNext({
      hold: hold("wrk_2"),
      engine: 1,
      place: null,
      afterTenant: "",
      maxRunning: 50,
      gone: [],
    });
    assert.deepEqual(claimed, { tenant: "t", runId: "run_1", fence: 2, lost: "wrk_1" });
    const before = await o.store.events("t", "run_1", 0, 100);
    assert.equal(before.at(-1)?.type, "run.recovered");
    assert.deepEqual(await o.store.append(appendOf({ facts: [result()], decision: { ...END, lastSeq: 4 } })), {
      ok: false,
      reason: "fenced",
    });
    assert.deepEqual(await o.store.events("t", "run_1", 0, 100), before);
  });

  test("a fence of a run that was given back appends nothing", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const held = { tenant: "t", runId: "run_1", fence: 1 };
    assert.equal(await o.store.giveBack({ held, lastSeq: 4, standing: { status: "ready" } }), true);
    assert.deepEqual(await o.store.append(appendOf({ facts: [result()] })), { ok: false, reason: "fenced" });
  });

  test("another's event costs a decision, and never a fact", async () => {
    await using o = await open();
    await o.store.create(newRun());
    await o.store.note({ tenant: "t", runId: "run_1", event: NOTE });
    const reply = await o.store.append(appendOf({ facts: [result()], decision: { ...END, lastSeq: 4 } }));
    assert.deepEqual(reply, { ok: true, firstSeq: 6, at: START, decided: false });
    const events = await o.store.events("t", "run_1", 4, 100);
    assert.deepEqual(
      events.map((event) => event.type),
      ["tool.log", "tool.result"],
    );
    assert.equal((await o.store.run("t", "run_1"))?.endedAt, null);
  });

  test("after its lease a holder decides nothing, though nobody has taken over", async () => {
    await using o = await open();
    await o.store.create(newRun());
    o.now = 30_000;
    const reply = await o.store.append(appendOf({ facts: [result()], decision: { ...END, lastSeq: 4 } }));
    assert.deepEqual(reply, { ok: true, firstSeq: 5, at: START + 30_000, decided: false });
  });

  test("an append whose reply was lost is not written twice", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const append = appendOf({ facts: [result()], decision: { ...END, lastSeq: 4 } });
    const first = await o.store.append(append);
    assert.deepEqual(await o.store.append(append), first);
    assert.equal((await o.store.events("t", "run_1", 0, 100)).length, 6);
  });

  test("giving back is refused where an input came first", async () => {
    await using o = await open();
    await o.store.create(newRun());
    await o.store.note({ tenant: "t", runId: "run_1", event: NOTE });
    const held = { tenant: "t", runId: "run_1", fence: 1 };
    assert.equal(await o.store.giveBack({ held, lastSeq: 4, standing: { status: "ready" } }), false);
    assert.equal((await o.store.run("t", "run_1"))?.status, "running");
  });

  test("a refused append undoes nothing of those that are committed with it", async () => {
    await using o = await open();
    await o.store.create(newRun());
    const artifact = { path: "a.txt", version: 1, digest: "x", size: 1, mimeType: "text/plain", callId: "call_1" };
    await o.store.append(appendOf({ facts: [{ type: "artifact.written", data: artifact }] }));
    const [one, refused, other] = await Promise.all([
      o.store.append(appendOf({ facts: [NOTE] })),
      o.store.append(appendOf({ facts: [NOTE, { type: "artifact.written", data: artifact }] })),
      o.store.append(appendOf({ facts: [NOTE] })),
    ]);
    assert.deepEqual(refused, { ok: false, reason: "artifact_exists" });
    // Which of the two comes first is the store's.
    assert.deepEqual(
      [one, other].toSorted((a, b) => (a.ok && b.ok ? a.firstSeq - b.firstSeq : 0)),
      [6, 7].map((firstSeq) => ({ ok: true, firstSeq, at: START, decided: true })),
    );
    assert.equal((await o.store.events("t", "run_1", 5, 100)).length, 2);
  });
}
