// Times that come due, files that are waited for, and a clock that a script moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "@haft/engine/ports";
import { type Open, START } from "./fixture.ts";
import {
  appendOf,
  asked,
  decided,
  gatedRun,
  hold,
  parkedRun,
  READY,
  rule,
  started,
  voted,
  waiting,
} from "./requests.ts";

const at = (milliseconds: number): string => new Date(START + milliseconds).toISOString();
const ADVANCE: EventDraft = { type: "clock.advanced", data: { seconds: 60, scriptStep: 0 } };

/** Transactions 6 and 9. */
export function times(open: Open): void {
  test("what is due becomes ready, so many at a time, the earliest first", async () => {
    await using o = await open();
    for (const [name, due] of [
      ["a", 3_000],
      ["b", 1_000],
      ["c", 2_000],
      ["d", 9_000],
    ] as const) {
      await parkedRun(o.store, { name, time: at(due) });
    }
    o.now = 5_000;
    const status = async (name: string) => (await o.store.run("t", `run_${name}`))?.status;
    assert.deepEqual(await o.store.fireDue(2), { fired: 2, next: START + 3_000, now: START + 5_000 });
    assert.deepEqual([await status("b"), await status("c"), await status("a")], ["ready", "ready", "waiting"]);
    assert.deepEqual(await o.store.fireDue(2), { fired: 1, next: START + 9_000, now: START + 5_000 });
    assert.deepEqual(await o.store.fireDue(2), { fired: 0, next: START + 9_000, now: START + 5_000 });
  });

  test("file waits are listed for the machine that has the files, the oldest first", async () => {
    await using o = await open();
    await parkedRun(o.store, { name: "a", paths: ["*.txt"] });
    o.now = 1;
    await parkedRun(o.store, { name: "b", tenant: "u", paths: ["b"] });
    await parkedRun(o.store, { name: "c" });
    const row = { tenant: "t", waitId: "wait_a", runId: "run_a", threadId: "thr_a", paths: ["*.txt"], openedSeq: 5 };
    const openedAt = START;
    assert.deepEqual((await o.store.fileWaits("here", 5))[0], { ...row, openedAt });
    assert.deepEqual(
      (await o.store.fileWaits("here", 5)).map((wait) => wait.waitId),
      ["wait_a", "wait_b"],
    );
    const [first] = await o.store.fileWaits("here", 1);
    const [second, ...more] = await o.store.fileWaits("here", 5, first);
    assert.deepEqual([first?.waitId, second?.waitId, more], ["wait_a", "wait_b", []]);
    assert.deepEqual(await o.store.fileWaits("here", 5, second), []);
    // Of those that were opened at the same moment none is passed over.
    await parkedRun(o.store, { name: "d", tenant: "u", paths: ["d"] });
    const next = await o.store.fileWaits("here", 1, second);
    assert.deepEqual(
      next.map((wait) => wait.waitId),
      ["wait_d"],
    );
    await o.store.endWait({
      ...{ tenant: "t", waitId: "wait_a", end: "resolved", payload: {}, by: "files", resumeOriginal: false },
    });
    assert.equal((await o.store.fileWaits("here", 5)).length, 2);
  });

  test("a clock that is moved brings the run's waits and grants nearer, in the same transaction", async () => {
    await using o = await open();
    await parkedRun(o.store, { name: "other", time: at(90_000) });
    await parkedRun(o.store, { time: at(90_000) });
    const claimed = await o.store.claim({
      ...{ tenant: "t", runId: "run_1", hold: hold("wrk_2"), engine: 1, gone: [] },
      first: { events: [ADVANCE], standing: waiting(START + 30_000), release: true, lastSeq: 5, appendId: "app" },
    });
    assert.equal(claimed.ok, true);
    const wait = await o.store.wait("t", "wait_1");
    assert.deepEqual([wait?.openedAt, wait?.dueAt], [START - 60_000, START + 30_000]);
    assert.equal((await o.store.wait("t", "wait_other"))?.dueAt, START + 90_000);
    assert.equal((await o.store.fireDue(5)).next, START + 30_000);
  });

  test("a grant that the moved clock has left behind is not to be used", async () => {
    await using o = await open();
    const rules = [rule({ expiresSeconds: 60 })];
    await o.store.create(gatedRun(rules));
    const events = [asked("wait_1", at(90_000), { rules })];
    await o.store.append(appendOf({ decision: { events, standing: waiting(), release: false, lastSeq: 3 } }));
    await o.store.vote({
      ...{ tenant: "t", runId: "run_1", waitId: "wait_1", by: "bob", lastSeq: 4 },
      events: [decided("wait_1", "bob", { have: 1, need: 1 }), voted("wait_1", "approved")],
    });
    const guards = [{ policyRevision: 0, consume: { callId: "call_1", waitId: "wait_1", digest: "dig" } }];
    const start = started("call_1", { approval: "wait_1", digest: "dig" });
    const advanced = { events: [ADVANCE], standing: READY, release: false, lastSeq: 6 };
    assert.equal((await o.store.append(appendOf({ decision: advanced }))).ok, true);
    const decision = { events: [start], standing: READY, release: false, lastSeq: 7, guards };
    const reply = await o.store.append(appendOf({ decision }));
    assert.equal(reply.ok && reply.refusal, "approval_unusable");
  });
}
