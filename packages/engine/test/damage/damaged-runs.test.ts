// A run of which somebody has damaged an event: it is shown at its place, it can be ended and removed, and it keeps nobody
// from anything else (I13).

import assert from "node:assert/strict";
import { test } from "node:test";
import { type AgentDefinition, type PhaseOutcome, UnreadableEvent } from "../../src/index.ts";
import { byHand, REQUIRE } from "../approvals/asked-call.ts";
import { says } from "../harness/fake-models.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";

const AGENT: AgentDefinition = { id: "desk", instructions: "Help.", model: "default", tools: [{ toolset: "desk" }] };
const ASKS: PhaseOutcome = { kind: "yield", wait: "answer", params: { question: "?" }, meta: {} };

/** What somebody does to an event of a run, in SQL. */
const DAMAGES: Readonly<Record<string, string>> = {
  "data that are no JSON": "data = '{\"callId\"'",
  "a payload that lacks what it needs": "data = '{}'",
  "a kind that nobody knows": "type = 'tool.conjured'",
  "a newer version": "v = 2",
};

function damage(f: Fixture, runId: string, what: string, where: string): void {
  byHand(f, `update events set ${DAMAGES[what] ?? what} where run_id = '${runId}' and ${where}`);
}

async function waitingCall(f: Fixture, threadId?: string) {
  f.runner.play = (_call, input) => (input.phase === "call" ? ASKS : { kind: "result", value: input.payload });
  const call = await f.engine.startCall(request(threadId === undefined ? {} : { threadId }));
  const { wait } = await f.engine.outcome("local", call.callId);
  assert.ok(wait !== undefined);
  return { ...call, waitId: wait.id };
}

async function rowsOf(f: Fixture, runId: string) {
  const events = await f.store.events("local", runId, 0, 100);
  return events.map(({ type, data }) => ({ type, data: JSON.parse(data) as Record<string, unknown> }));
}

for (const what of Object.keys(DAMAGES)) {
  for (const type of ["run.created", "tool.called", "tool.parked"]) {
    test(`a run whose ${type} has ${what} is cancelled: its wait and its call end with it`, async () => {
      await using f = await fixture();
      const { runId, callId, waitId } = await waitingCall(f);
      damage(f, runId, what, `type = '${type}'`);
      await assert.rejects(f.engine.moveRun("local", runId), UnreadableEvent);
      const row = await f.engine.cancelRun("local", runId, "ada", "damaged");
      assert.deepEqual([row.status, row.openWaits, row.workerId], ["cancelled", [], null]);
      assert.equal((await f.store.wait("local", waitId))?.status, "cancelled");
      assert.equal((await f.store.call("local", callId))?.status, "failed");
      const said = { by: "ada", reason: "damaged" };
      const payload = { cancelled: true, reason: "damaged", by: "ada" };
      const error = { type: "cancelled", message: "cancelled by ada: damaged" };
      const last = (await f.store.events("local", runId, row.lastSeq - 4, 4)).map((event) => [
        event.type,
        JSON.parse(event.data),
      ]);
      assert.deepEqual(last, [
        ["run.cancelling", said],
        ["wait.cancelled", { callId, waitId, kind: "answer", payload, by: "ada" }],
        ["tool.result", { callId, ok: false, error, durationMs: 0 }],
        ["run.cancelled", said],
      ]);
      // The same again gets the same reply, somebody else hears how it ended.
      assert.deepEqual(await f.engine.cancelRun("local", runId, "ada", "damaged"), row);
      await assert.rejects(f.engine.cancelRun("local", runId, "bob"), { code: "run_ended" });
    });
  }
}

test("a call that was under way when its worker was lost ends with an outcome that is not known", async () => {
  await using f = await fixture();
  const lost = f.another();
  lost.runner.play = async () => new Promise<PhaseOutcome>(() => undefined);
  const id = Promise.withResolvers<string>();
  void lost.engine.startCall(request(), { started: (runId) => id.resolve(runId) }).catch(() => undefined);
  const runId = await id.promise;
  while (!(await f.types(runId)).includes("tool.started")) await f.clock.pass(1);
  const before = await f.engine.run("local", runId);
  f.gone.add("machine-2");
  damage(f, runId, "data that are no JSON", "type = 'tool.called'");
  const row = await f.engine.cancelRun("local", runId, "ada");
  assert.deepEqual([row.status, row.workerId], ["cancelled", null]);
  assert.ok(row.fence > before.fence, "what the lost worker still brings is not folded");
  const result = (await f.store.events("local", runId, 0, 100)).find(({ type }) => type === "tool.result");
  assert.equal(JSON.parse(result?.data ?? "{}").error.type, "outcome_unknown");
});

test("a run that somebody holds is told, and ends when it is held no more", async () => {
  await using f = await fixture();
  const holder = f.another();
  const { promise: over, resolve: finish } = Promise.withResolvers<PhaseOutcome>();
  holder.runner.play = (_call, _input) => over;
  const id = Promise.withResolvers<string>();
  const started = holder.engine.startCall(request(), { started: (runId) => id.resolve(runId) });
  const runId = await id.promise;
  while (!(await f.types(runId)).includes("tool.started")) await f.clock.pass(1);
  damage(f, runId, "data that are no JSON", "type = 'tool.called'");
  const told = await f.engine.cancelRun("local", runId, "ada", "late");
  assert.equal(told.status, "running");
  // It has folded what was damaged since, and ends the run by itself.
  finish({ kind: "result", value: 1 });
  await started;
  const row = await f.engine.run("local", runId);
  assert.equal(row.status, "cancelled");
  assert.deepEqual(await f.engine.cancelRun("local", runId, "ada", "late"), row);
});

test("the next run of the thread has its turn, and goes on without what cannot be read", async () => {
  await using f = await fixture();
  f.models.play = ({ messages }) => says(`I know of ${messages.length} messages.`);
  const message = { tenant: "local", agent: AGENT, requestedBy: "ada", threadId: "thr_one" } as const;
  const first = await f.engine.createRun({ ...message, input: "One" });
  const next = await f.engine.createRun({ ...message, input: "Two" });
  assert.equal(next.queuedBehind, 1);
  damage(f, first.runId, "data that are no JSON", "type = 'message.user'");
  await f.engine.cancelRun("local", first.runId, "ada");
  assert.equal((await f.engine.run("local", next.runId)).status, "ready");
  await f.engine.moveRun("local", next.runId);
  assert.equal((await f.engine.runResult("local", next.runId)).output, "I know of 1 messages.");
  const { messages } = await f.engine.thread("local", "thr_one");
  assert.deepEqual(
    messages.map(({ text }) => text),
    ["Two", "I know of 1 messages."],
  );
});

test("where the log and the rows say different things, the rows are believed", async () => {
  await using f = await fixture();
  const { runId, waitId } = await waitingCall(f);
  damage(f, runId, "data = replace(data, 'wait_', 'wait_x')", "type = 'tool.parked'");
  const row = await f.engine.cancelRun("local", runId, "ada");
  assert.equal(row.status, "cancelled");
  assert.equal((await f.store.wait("local", waitId))?.status, "cancelled");
});

for (const what of Object.keys(DAMAGES)) {
  test(`a thread with a run that has ${what} is removed with everything of it, once it was ended`, async () => {
    await using f = await fixture();
    await f.engine.savePolicy("local", REQUIRE, "ada");
    const asked = await f.engine.startCall(request());
    const [wait] = await f.engine.listWaits("local", { open: true, runId: asked.runId, limit: 1 });
    await f.engine.removePolicy("local", "hold", "ada");
    const other = await waitingCall(f);
    damage(f, asked.runId, what, "type in ('tool.called', 'approval.requested')");
    await assert.rejects(f.engine.removeThread("local", asked.threadId, "ada"), { code: "thread_busy" });
    await f.engine.cancelRun("local", asked.runId, "ada");
    await f.engine.removeThread("local", asked.threadId, "ada");
    assert.equal(await f.store.run("local", asked.runId), null);
    assert.equal(await f.store.wait("local", wait?.id ?? ""), null);
    assert.deepEqual(await f.store.events("local", asked.runId, 0, 10), []);
    assert.equal((await f.engine.run("local", other.runId)).status, "waiting");
  });
}

test("it keeps no worker from the others, no list from being read, and no policy from being tried", async () => {
  await using f = await fixture();
  const bad = await waitingCall(f);
  const good = await waitingCall(f);
  for (const { waitId } of [bad, good]) await f.engine.answer("local", waitId, "yes", person("bob"));
  damage(f, bad.runId, "data that are no JSON", "type = 'tool.called'");
  const troubles: string[] = [];
  await f.engine.once(undefined, undefined, (_error, runId) => troubles.push(runId));
  assert.deepEqual(troubles, [bad.runId]);
  assert.equal((await f.engine.run("local", good.runId)).status, "completed");
  assert.equal((await f.engine.listRuns("local", { limit: 10 })).length, 2);
  const tried = await f.engine.testPolicy("local", { ...REQUIRE }, 10);
  assert.deepEqual(
    tried.map(({ runId }) => runId),
    [good.runId],
  );
  await assert.rejects(f.engine.moveRun("local", bad.runId), UnreadableEvent);
});

test("a file wait whose event cannot be read hides none of the others", async () => {
  await using f = await fixture();
  const state = [{ path: "a.md", size: 1, mtimeMs: 2, inode: 3 }];
  f.runner.play = () => ({ kind: "yield", wait: "files", params: { paths: ["*.md"], state }, meta: {} });
  const bad = await f.engine.startCall(request());
  await f.clock.pass(1);
  const good = await f.engine.startCall(request());
  damage(f, bad.runId, "data that are no JSON", "type = 'tool.parked'");
  const waits = await f.engine.fileWaits("here");
  assert.deepEqual(
    waits.map(({ runId, fileState }) => [runId, fileState]),
    [
      [bad.runId, null],
      [good.runId, state],
    ],
  );
});

test("the damage is shown at its place, with everything else of the log", async () => {
  await using f = await fixture();
  const { runId } = await waitingCall(f);
  const whole = await f.engine.events("local", runId);
  damage(f, runId, "a kind that nobody knows", "type = 'call.gated'");
  const seq = whole.findIndex(({ type }) => type === "call.gated") + 1;
  const log = await f.engine.log("local", runId, 0, 100);
  assert.deepEqual(
    log.filter((event) => !("unreadable" in event)),
    whole.filter((event) => event.seq !== seq),
  );
  const found = log[seq - 1];
  assert.deepEqual(found !== undefined && "unreadable" in found && [found.seq, found.type, found.unreadable], [
    seq,
    "tool.conjured",
    "its kind is not known to this engine",
  ]);
  const damaged = await f.engine.damage("local", runId);
  assert.deepEqual([damaged?.seq, damaged?.why], [seq, "its kind is not known to this engine"]);
  const report = await f.engine.replay("local", runId);
  assert.deepEqual([report.ok, report.events, report.difference?.seq], [false, seq - 1, seq]);
  assert.match(report.difference?.what ?? "", /^an event that cannot be read: its kind is not known/);
  const followed: number[] = [];
  const following = (async () => {
    for await (const event of f.engine.follow("local", runId, 0, new AbortController().signal))
      followed.push(event.seq);
  })();
  await assert.rejects(following, UnreadableEvent);
  assert.deepEqual(
    followed,
    Array.from({ length: seq - 1 }, (_, index) => index + 1),
  );
  assert.ok((await rowsOf(f, runId)).length === whole.length, "looking changes nothing");
});
