// What happens at once on two connections happens as if one thing had come after the other, and nothing falls between.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { EndWait, EventDraft, Store } from "@haft/engine/ports";
import { type Open, type Opened, START } from "./fixture.ts";
import {
  appendOf,
  asked,
  COMPLETED,
  decided,
  firstEvents,
  gatedRun,
  hold,
  NOTE,
  newRun,
  parked,
  parkedRun,
  READY,
  started,
  voted,
  waiting,
} from "./requests.ts";

const ROUNDS = 30;

/** The types of a run's events that are of one kind. */
async function typesOf(store: Store, runId: string, kind: RegExp): Promise<string[]> {
  const events = await store.events("t", runId, 0, 1_000);
  return events.map((event) => event.type).filter((type) => kind.test(type));
}

/** Does something many times, each time two things at once. */
async function rounds(o: Opened, round: (name: string, other: Store) => Promise<void>): Promise<void> {
  const other = await o.another();
  for (let index = 0; index < ROUNDS; index++) await round(String(index), other);
}

function answer(name: string, by: string): EndWait {
  const payload = { response: by, answered_by: by };
  return { tenant: "t", waitId: `wait_${name}`, end: "resolved", payload, by, resumeOriginal: false };
}

/** Invariants that hold between transactions. */
export function races(open: Open): void {
  test("of 100 answers to one wait one is taken, and the others are told whose", async () => {
    await using o = await open();
    const other = await o.another();
    await parkedRun(o.store);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (index % 2 === 0 ? o.store : other).endWait(answer("1", `person-${index}`)),
      ),
    );
    const [winner, ...more] = replies.filter((reply) => reply.ok);
    assert.equal(more.length, 0);
    const by = winner?.ok ? winner.wait.endedBy : undefined;
    assert.match(String(by), /^person-/);
    for (const reply of replies) {
      if (!reply.ok) assert.equal(reply.reason === "ended" && reply.wait.endedBy, by);
    }
    assert.deepEqual(await typesOf(o.store, "run_1", /^wait\./), ["wait.resolved"]);
  });

  test("an answer and the expiry of its wait: one of them", async () => {
    await using o = await open();
    await rounds(o, async (name, other) => {
      await parkedRun(o.store, { name, expiresAt: new Date(START + 5_000).toISOString() });
      const data = {
        callId: `call_${name}`,
        waitId: `wait_${name}`,
        kind: "answer",
        payload: null,
        by: "clock",
      } as const;
      const first = { events: [{ type: "wait.expired", data }] satisfies EventDraft[], standing: READY, release: true };
      const claim = { tenant: "t", runId: `run_${name}`, hold: hold("wrk_2"), engine: 1, gone: [] };
      const [claimed, answered] = await Promise.all([
        o.store.claim({ ...claim, first: { ...first, lastSeq: 5, appendId: name } }),
        other.endWait(answer(name, "bob")),
      ]);
      assert.notEqual(claimed.ok, answered.ok);
      const ends = await typesOf(o.store, `run_${name}`, /^wait\./);
      assert.deepEqual(ends, [claimed.ok ? "wait.expired" : "wait.resolved"]);
    });
  });

  test("two votes at once, by two people or by one: one counts, the other is decided again", async () => {
    await using o = await open();
    const other = await o.another();
    await o.store.create(gatedRun());
    const expires = new Date(START + 60_000).toISOString();
    const park = { events: [asked("wait_1", expires)], standing: waiting(), release: true, lastSeq: 3 };
    await o.store.append(appendOf({ decision: park }));
    const vote = (store: Store, by: string) =>
      store.vote({
        ...{ tenant: "t", runId: "run_1", waitId: "wait_1", by, lastSeq: 4 },
        events: [decided("wait_1", by, { have: 1, need: 1 }), voted("wait_1", "approved")],
      });
    const replies = await Promise.all(
      ["bob", "bob", "eve", "eve"].map((by, index) => vote(index % 2 === 0 ? o.store : other, by)),
    );
    assert.equal(replies.filter((reply) => reply.ok).length, 1);
    assert.deepEqual(await typesOf(o.store, "run_1", /^(?:approval|wait)/), [
      "approval.requested",
      "approval.decided",
      "wait.resolved",
    ]);
  });

  test("a start and a policy that is saved: the start comes first, or is gated again", async () => {
    await using o = await open();
    await rounds(o, async (name, other) => {
      const [runId, callId] = [`run_${name}`, `call_${name}`];
      const { revision } = await o.store.policies("t");
      await o.store.create(newRun({ runId, threadId: `thr_${name}`, events: firstEvents(callId) }));
      const guards = [{ policyRevision: revision, consume: null }];
      const decision = { events: [started(callId)], standing: READY, release: false, lastSeq: 3, guards };
      const policy = { id: "p", match: "*", effect: "deny", enabled: true } as const;
      const [reply, saved] = await Promise.all([
        o.store.append(appendOf({ runId, decision })),
        other.savePolicy({ tenant: "t", id: "p", policy, by: "ada" }),
      ]);
      assert.equal(saved.revision, revision + 1);
      assert.ok(reply.ok && reply.decided === (reply.refusal === undefined));
      const again = await o.store.append(
        appendOf({ runId, decision: { ...decision, lastSeq: reply.decided ? 4 : 3 } }),
      );
      assert.equal(again.ok && again.refusal, "policy_moved");
      assert.equal((await typesOf(o.store, runId, /^tool\.started/)).length, reply.decided ? 1 : 0);
    });
  });

  test("a policy is saved although calls start without a pause", async () => {
    await using o = await open();
    const other = await o.another();
    let saved = false;
    const starts = async (store: Store, runId: string): Promise<void> => {
      await store.create(newRun({ runId, threadId: runId, events: firstEvents(`call_${runId}`) }));
      for (let lastSeq = 3; !saved; lastSeq++) {
        const guards = [{ policyRevision: 0, consume: null }];
        const decision = { events: [NOTE], standing: READY, release: false, lastSeq, guards };
        const reply = await store.append(appendOf({ runId, decision }));
        if (reply.ok && reply.refusal === "policy_moved") return;
        assert.equal(reply.ok && reply.decided, true);
        // Everything else of this process has its turn as well.
        await setImmediate();
      }
    };
    const starting = Array.from({ length: 12 }, (_, index) =>
      starts(index % 2 === 0 ? o.store : other, `run_${index}`),
    );
    const policy = { id: "p", match: "*", effect: "deny", enabled: true } as const;
    const reply = await o.store.savePolicy({ tenant: "t", id: "p", policy, by: "ada" });
    saved = true;
    assert.equal(reply.revision, 1);
    await Promise.all(starting);
  });

  test("a signal and the wait that opens for it never miss each other", async () => {
    await using o = await open();
    await rounds(o, async (name, other) => {
      const [runId, callId] = [`run_${name}`, `call_${name}`];
      await o.store.create(
        newRun({ runId, threadId: `thr_${name}`, events: [...firstEvents(callId), started(callId)] }),
      );
      const events = [parked(`wait_${name}`, { callId, key: `desk/${name}` })];
      const signal = { tenant: "t", key: `desk/${name}`, payload: name, id: name, by: "shop" };
      const replies = await Promise.all([
        o.store.append(appendOf({ runId, decision: { events, standing: waiting(), release: true, lastSeq: 4 } })),
        other.signal(signal),
        o.store.signal(signal),
      ]);
      assert.equal(replies[1].repeated, !replies[2].repeated);
      assert.equal((await o.store.run("t", runId))?.status, "ready");
      assert.deepEqual(await typesOf(o.store, runId, /^wait\./), ["wait.resolved"]);
    });
  });

  test("a run that ends and one that is queued behind it: its turn always comes", async () => {
    await using o = await open();
    await rounds(o, async (name, other) => {
      const threadId = `thr_${name}`;
      await o.store.create(newRun({ runId: `run_${name}`, threadId, events: firstEvents(`call_${name}`) }));
      const queued = newRun({ runId: `next_${name}`, threadId, hold: null, events: firstEvents(`then_${name}`) });
      const ends = { events: [COMPLETED], standing: { status: "completed" }, release: false, lastSeq: 3 } as const;
      const [ended, created] = await Promise.all([
        o.store.append(appendOf({ runId: `run_${name}`, decision: ends })),
        other.create(queued),
      ]);
      assert.deepEqual([ended.ok, created.ok], [true, true]);
      assert.equal((await o.store.run("t", `next_${name}`))?.status, "ready");
    });
  });

  test("of runs that are created at once in one thread one is open; under one key there is one", async () => {
    await using o = await open();
    const other = await o.another();
    const create = (index: number, key?: string) => {
      const request = newRun({ runId: `run_${index}`, hold: null, events: firstEvents(`call_${index}`) });
      const idempotency = key === undefined ? null : { key, digest: "d" };
      return (index % 2 === 0 ? o.store : other).create({ ...request, idempotency });
    };
    const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => create(index)));
    assert.ok(replies.every((reply) => reply.ok));
    const runs = await o.store.runsOfThread("t", "thr_1");
    assert.deepEqual(runs.map((run) => run.status).sort(), [...Array(11).fill("queued"), "ready"]);
    assert.equal(runs[0]?.status, "ready");
    const keyed = await Promise.all(Array.from({ length: 12 }, (_, index) => create(100 + index, "k")));
    const made = keyed.filter((reply) => reply.ok);
    assert.equal(made.length, 1);
    const [existing] = (await o.store.runsOfThread("t", "thr_1")).slice(12);
    for (const reply of keyed) {
      if (!reply.ok) assert.deepEqual(reply, { ok: false, reason: "exists", runId: existing?.runId });
    }
  });

  test("of workers that claim at once each run is one's, and due runs are made ready once", async () => {
    await using o = await open();
    const other = await o.another();
    for (let index = 0; index < 20; index++) {
      await parkedRun(o.store, { name: String(index), time: new Date(START + 1_000).toISOString() });
    }
    o.now = 1_000;
    const fired = await Promise.all([o.store, other, o.store, other].map((store) => store.fireDue(7)));
    assert.ok(fired.reduce((sum, { fired: each }) => sum + each, 0) <= 20);
    while ((await o.store.fireDue(7)).fired > 0);
    const request = { engine: 1, place: null, afterTenant: "", maxRunning: 50, gone: [] };
    const claims = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? o.store : other).claimNext({ ...request, hold: hold(`wrk_${index}`) }),
      ),
    );
    const runIds = claims.flatMap((claimed) => (claimed === null ? [] : [claimed.runId]));
    assert.equal(new Set(runIds).size, runIds.length);
    for (;;) {
      const more = await o.store.claimNext({ ...request, hold: hold("wrk_last") });
      if (more === null) break;
      assert.ok(!runIds.includes(more.runId));
      runIds.push(more.runId);
    }
    assert.equal(runIds.length, 20);
  });

  test("a thread that is removed while a run is created in it: the run is there with its thread, or was never", async () => {
    await using o = await open();
    await rounds(o, async (name, other) => {
      const threadId = `thr_${name}`;
      await o.store.saveThread({ tenant: "t", threadId });
      const [removed, created] = await Promise.all([
        o.store.removeThread({ tenant: "t", threadId, by: "ada" }),
        other.create(newRun({ runId: `run_${name}`, threadId, hold: null, events: firstEvents(`call_${name}`) })),
      ]);
      assert.equal(created.ok, true);
      assert.ok(removed.ok || removed.reason === "busy");
      assert.equal((await o.store.run("t", `run_${name}`))?.status, "ready");
      assert.notEqual(await o.store.thread("t", threadId), null);
    });
  });
}
