// Approvals: people vote, the vote that is one too many or too late counts for nothing, and a start consumes what was
// granted, once (I5).

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalRule, Decision, EventDraft, Guard, Store, VoteReply } from "@haft/engine/ports";
import { type Open, type Opened, START } from "./fixture.ts";
import {
  appendId,
  appendOf,
  asked,
  decided,
  gatedRun,
  NOTE,
  READY,
  rule,
  started,
  voted,
  waiting,
} from "./requests.ts";

const EXPIRES = new Date(START + 60_000).toISOString();

/** A run whose call waits for approval in `wait_1`; the last sequence is 4. */
async function askedRun(store: Store, rules: readonly ApprovalRule[] = [rule()]): Promise<void> {
  await store.create(gatedRun(rules));
  const decision = {
    events: [asked("wait_1", EXPIRES, { rules })],
    standing: waiting(START + 60_000),
    release: true,
    lastSeq: 3,
    guards: [{ policyRevision: 0, consume: null }],
  };
  const reply = await store.append(appendOf({ decision }));
  assert.equal(reply.ok && reply.decided, true);
}

function vote(store: Store, by: string, lastSeq: number, events: readonly EventDraft[]): Promise<VoteReply> {
  return store.vote({ tenant: "t", runId: "run_1", waitId: "wait_1", by, lastSeq, events });
}

const ONE = { have: 1, need: 1 };
const CONSUME: Guard = { policyRevision: 0, consume: { callId: "call_1", waitId: "wait_1", digest: "dig" } };

/** The worker starts the call by its approval; the last sequence before it is 6. */
async function start(o: Opened, given: Partial<Decision> & { readonly lastSeq?: number } = {}) {
  const run = await o.store.run("t", "run_1");
  const claimed =
    run?.workerId === null
      ? await o.store.claim({
          ...{ tenant: "t", runId: "run_1", engine: 1, first: null, gone: [] },
          hold: { workerId: "wrk_2", identity: { machine: "m", processes: [] }, leaseMs: 30_000 },
        })
      : null;
  assert.ok(claimed === null || claimed.ok);
  const events = [started("call_1", { fence: 2, approval: "wait_1", digest: "dig" })];
  const decision = { events, standing: READY, release: false, lastSeq: run?.lastSeq ?? 0, guards: [CONSUME], ...given };
  return o.store.append(appendOf({ fence: 2, decision }));
}

/** Transactions 4 and 7. */
export function approvals(open: Open): void {
  test("an approval is asked for, with everything that who decides it needs to see", async () => {
    await using o = await open();
    await askedRun(o.store, [rule({ policy: "two", quorum: 2 })]);
    const [wait] = await o.store.waits("t", { open: true, kind: "approval", limit: 5 });
    assert.equal(wait?.waitId, "wait_1");
    assert.equal(wait?.openedSeq, 4);
    assert.equal(wait?.expiresAt, START + 60_000);
    assert.deepEqual(wait?.approval, {
      ...{ reason: "careful", digest: "dig", arguments: { to: "bob" }, version: "1", have: 0, need: 2 },
      rules: [rule({ policy: "two", quorum: 2 })],
    });
  });

  test("a vote that is not the last leaves the run waiting, the last makes it ready", async () => {
    await using o = await open();
    await askedRun(o.store, [rule({ quorum: 2 })]);
    const first = await vote(o.store, "bob", 4, [decided("wait_1", "bob", { have: 1, need: 2 })]);
    assert.equal(first.ok && first.wait.approval?.have, 1);
    assert.equal((await o.store.run("t", "run_1"))?.status, "waiting");
    assert.equal((await o.store.run("t", "run_1"))?.dueAt, START + 60_000);
    const last = await vote(o.store, "eve", 5, [
      decided("wait_1", "eve", { have: 2, need: 2 }),
      voted("wait_1", "approved"),
    ]);
    assert.equal(last.ok && last.wait.status, "resolved");
    assert.equal((await o.store.run("t", "run_1"))?.status, "ready");
    const events = await o.store.events("t", "run_1", 4, 10);
    assert.deepEqual(
      events.map(({ seq, type }) => [seq, type]),
      [
        [5, "approval.decided"],
        [6, "approval.decided"],
        [7, "wait.resolved"],
      ],
    );
  });

  test("a vote that was decided before another came in is decided again", async () => {
    await using o = await open();
    await askedRun(o.store);
    await o.store.note({ tenant: "t", runId: "run_1", event: NOTE });
    const events = [decided("wait_1", "bob", ONE), voted("wait_1", "approved")];
    assert.deepEqual(await vote(o.store, "bob", 4, events), { ok: false, reason: "changed" });
    assert.equal((await vote(o.store, "bob", 5, events)).ok, true);
    const again = await vote(o.store, "eve", 7, events);
    assert.equal(!again.ok && again.reason === "ended" && again.wait.endedBy, "bob");
  });

  test("nobody votes twice on a wait and what it is for", async () => {
    await using o = await open();
    await askedRun(o.store, [rule({ quorum: 2 })]);
    await vote(o.store, "bob", 4, [decided("wait_1", "bob", { have: 1, need: 2 })]);
    await assert.rejects(vote(o.store, "bob", 5, [decided("wait_1", "bob", { have: 2, need: 2 })]));
    assert.equal((await o.store.wait("t", "wait_1"))?.approval?.have, 1);
    assert.equal((await o.store.run("t", "run_1"))?.lastSeq, 5);
  });

  test("a vote at the deadline writes the expiry instead", async () => {
    await using o = await open();
    await askedRun(o.store);
    o.now = 60_000;
    const reply = await vote(o.store, "bob", 4, [decided("wait_1", "bob", ONE), voted("wait_1", "approved")]);
    assert.equal(!reply.ok && reply.reason === "ended" && reply.wait.status, "expired");
    assert.deepEqual(
      (await o.store.events("t", "run_1", 4, 10)).map((event) => event.type),
      ["wait.expired"],
    );
    const refused = await start(o);
    assert.equal(refused.ok && refused.refusal, "approval_unusable");
  });

  test("nobody votes on another's wait, and no answer ends the wait of an approval", async () => {
    await using o = await open();
    await askedRun(o.store);
    const request = { tenant: "u", runId: "run_1", waitId: "wait_1", by: "bob", lastSeq: 4, events: [] };
    assert.deepEqual(await o.store.vote(request), { ok: false, reason: "not_found" });
    assert.deepEqual(await o.store.vote({ ...request, tenant: "t", runId: "run_2" }), {
      ok: false,
      reason: "not_found",
    });
    const answer = {
      tenant: "t",
      waitId: "wait_1",
      payload: { decision: "approved" },
      by: "eve",
      resumeOriginal: false,
    };
    await assert.rejects(o.store.endWait({ ...answer, end: "resolved" }));
    assert.equal((await o.store.wait("t", "wait_1"))?.status, "open");
    assert.equal((await o.store.endWait({ ...answer, end: "cancelled" })).ok, true);
  });

  test("a start consumes its approval, and no start consumes it again", async () => {
    await using o = await open();
    await askedRun(o.store);
    await vote(o.store, "bob", 4, [decided("wait_1", "bob", ONE), voted("wait_1", "approved")]);
    const first = await start(o);
    assert.equal(first.ok && first.decided, true);
    const second = await start(o);
    assert.equal(second.ok && second.refusal, "approval_unusable");
    assert.equal((await o.store.events("t", "run_1", 0, 50)).filter(({ type }) => type === "tool.started").length, 1);
  });

  test("what goes on with an approval after a wait consumes it, too", async () => {
    await using o = await open();
    await askedRun(o.store);
    await vote(o.store, "bob", 4, [decided("wait_1", "bob", ONE), voted("wait_1", "approved")]);
    const begun = started("call_1", { fence: 2, approval: "wait_1", digest: "dig" });
    const data = { ...begun.data, waitId: "wait_0", end: "answer", version: "1" };
    // The same fields and those of a resume.
    const resumed = { type: "tool.resumed", data } as EventDraft;
    const first = await start(o, { events: [resumed] });
    assert.equal(first.ok && first.decided, true);
    const second = await start(o);
    assert.equal(second.ok && second.refusal, "approval_unusable");
  });

  test("somebody who has approved may still deny, and nobody undoes a denial", async () => {
    await using o = await open();
    await askedRun(o.store);
    await vote(o.store, "bob", 4, [decided("wait_1", "bob", ONE)]);
    const denied = decided("wait_1", "bob", ONE, "denied");
    const granted = [decided("wait_1", "bob", ONE), voted("wait_1", "approved")];
    await assert.rejects(vote(o.store, "bob", 5, [denied, ...granted]));
    const last = await vote(o.store, "bob", 5, [denied, voted("wait_1", "approved")]);
    assert.equal(last.ok && last.wait.status, "resolved");
    const begun = await start(o);
    assert.equal(begun.ok && begun.refusal, "approval_unusable");
  });

  test("somebody who approves again, whatever the source is by now, counts once", async () => {
    await using o = await open();
    await askedRun(o.store, [rule({ quorum: 2 })]);
    const bobs = decided("wait_1", "bob", { have: 1, need: 2 });
    await vote(o.store, "bob", 4, [bobs]);
    const more = { counts: { have: 2, need: 2 }, resumeOriginal: true };
    // The same vote with more in it.
    const again = { type: bobs.type, data: { ...bobs.data, ...more } } as EventDraft;
    const reply = await vote(o.store, "bob", 5, [again, voted("wait_1", "approved")]);
    assert.equal(reply.ok && reply.wait.approval?.have, 1);
    const begun = await start(o);
    assert.equal(begun.ok && begun.refusal, "approval_unusable");
  });

  const refusals: readonly {
    readonly title: string;
    readonly votes?: readonly EventDraft[];
    readonly now?: number;
    readonly digest?: string;
    readonly revision?: number;
    readonly refusal: string;
  }[] = [
    {
      title: "denied, though the event says that it was approved",
      votes: [decided("wait_1", "bob", ONE, "denied"), voted("wait_1", "approved")],
      refusal: "approval_unusable",
    },
    {
      title: "approved by fewer than it needs, though the event says that it was approved",
      votes: [decided("wait_1", "bob", { have: 1, need: 2 }), voted("wait_1", "approved")],
      refusal: "approval_unusable",
    },
    {
      title: "resolved without a vote",
      votes: [voted("wait_1", "approved")],
      refusal: "approval_unusable",
    },
    {
      title: "granted for other arguments, which were edited",
      votes: [decided("wait_1", "bob", ONE), voted("wait_1", "edited")],
      refusal: "approval_unusable",
    },
    { title: "granted longer ago than it is good for", now: 3_600_000, refusal: "approval_unusable" },
    { title: "granted for another digest than that of what runs", digest: "other", refusal: "approval_unusable" },
    { title: "gated with other policies than those of now", revision: 1, refusal: "policy_moved" },
  ];
  for (const { title, votes, now = 0, digest = "dig", revision = 0, refusal } of refusals) {
    test(`no start without an approval that holds: ${title}`, async () => {
      await using o = await open();
      await askedRun(o.store);
      await vote(o.store, "bob", 4, votes ?? [decided("wait_1", "bob", ONE), voted("wait_1", "approved")]);
      o.now = now;
      const guards = [{ policyRevision: revision, consume: { callId: "call_1", waitId: "wait_1", digest } }];
      const events = [started("call_1", { fence: 2, approval: "wait_1", digest })];
      const before = await o.store.run("t", "run_1");
      const reply = await start(o, { guards, events });
      assert.equal(reply.ok && reply.decided, false);
      assert.equal(reply.ok && reply.refusal, refusal);
      assert.equal((await o.store.run("t", "run_1"))?.lastSeq, before?.lastSeq);
    });
  }

  test("a guard that does not hold costs the decision and no fact", async () => {
    await using o = await open();
    await o.store.create(gatedRun());
    await o.store.savePolicy({ tenant: "t", id: "p", policy: null, by: "ada" });
    await o.store.savePolicy({
      ...{ tenant: "t", id: "p", by: "ada" },
      policy: { id: "p", match: "*", effect: "deny", enabled: true },
    });
    const decision = { events: [started()], standing: READY, release: false, lastSeq: 3 };
    const guards = [{ policyRevision: 0, consume: null }];
    const reply = await o.store.append(appendOf({ facts: [NOTE], decision: { ...decision, guards } }));
    assert.deepEqual(reply, { ok: true, firstSeq: 4, at: START, decided: false, refusal: "policy_moved" });
    const now = [{ policyRevision: 1, consume: null }];
    const next = await o.store.append(appendOf({ decision: { ...decision, lastSeq: 4, guards: now } }));
    assert.equal(next.ok && next.decided, true);
  });

  test("first decisions are guarded as well, and nothing is kept of what does not hold", async () => {
    await using o = await open();
    const create = gatedRun();
    const guards = [{ policyRevision: 3, consume: null }];
    const refused = await o.store.create({ ...create, decision: { ...create.decision, guards } });
    assert.deepEqual(refused, { ok: false, reason: "policy_moved" });
    assert.equal(await o.store.run("t", "run_1"), null);
    assert.equal(await o.store.thread("t", "thr_1"), null);

    await askedRun(o.store);
    await vote(o.store, "bob", 4, [decided("wait_1", "bob", ONE), voted("wait_1", "approved")]);
    const first = { standing: READY, release: false, appendId: appendId(), lastSeq: 6 };
    const claim = {
      ...{ tenant: "t", runId: "run_1", engine: 1, gone: [] },
      hold: { workerId: "wrk_2", identity: { machine: "m", processes: [] }, leaseMs: 30_000 },
    };
    const events = [started("call_1", { fence: 2, approval: "wait_1", digest: "dig" })];
    const moved = { ...first, events, guards: [{ ...CONSUME, policyRevision: 1 }] };
    assert.deepEqual(await o.store.claim({ ...claim, first: moved }), { ok: false, reason: "policy_moved" });
    assert.equal((await o.store.run("t", "run_1"))?.fence, 1);
    assert.equal((await o.store.claim({ ...claim, first: { ...first, events, guards: [CONSUME] } })).ok, true);
  });

  const within: readonly { readonly title: string; readonly votes: readonly EventDraft[]; readonly ok: boolean }[] = [
    { title: "granted", votes: [decided("wait_1", "eve", ONE), voted("wait_1", "approved")], ok: true },
    { title: "not granted", votes: [], ok: false },
  ];
  for (const { title, votes, ok } of within) {
    test(`an approval that is asked for and used by one decision is ${title} in it`, async () => {
      await using o = await open();
      await o.store.create(gatedRun());
      const start = started("call_1", { approval: "wait_1", digest: "dig" });
      const events = [asked("wait_1", EXPIRES), ...votes, start];
      const decision = { events, standing: READY, release: false, lastSeq: 3, guards: [CONSUME] };
      const appended = o.store.append(appendOf({ decision }));
      if (ok) assert.equal((await appended).ok, true);
      else await assert.rejects(appended, { name: "ApprovalUnusable" });
      assert.equal((await o.store.run("t", "run_1"))?.lastSeq, ok ? 7 : 3);
    });
  }

  test("a start that consumes an approval names it: anything else is a fault", async () => {
    await using o = await open();
    await askedRun(o.store);
    await vote(o.store, "bob", 4, [decided("wait_1", "bob", ONE), voted("wait_1", "approved")]);
    await assert.rejects(start(o, { events: [started("call_1", { fence: 2 })] }));
    assert.equal((await o.store.run("t", "run_1"))?.lastSeq, 6);
  });
}
