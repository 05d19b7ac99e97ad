// Snapshots: what a claim costs is bounded, whoever wrote the events and in however many holds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EVOLVE_VERSION } from "../../src/state/run-state.ts";
import { byHand } from "../approvals/asked-call.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";

/** The most events that a claim had to read since this was called last. */
function mostRead(f: Fixture): () => number {
  const { load } = f.store;
  let most = 0;
  f.store.load = async (...given) => {
    const loaded = await load(...given);
    most = Math.max(most, loaded?.events.length ?? 0);
    return loaded;
  };
  return () => {
    const before = most;
    most = 0;
    return before;
  };
}

async function snapshotSeq(f: Fixture, runId: string): Promise<number> {
  const loaded = await f.store.load("local", runId, { evolve: EVOLVE_VERSION });
  return loaded?.snapshot?.seq ?? 0;
}

test("a run that parks again and again, each time in a hold of its own, is read from a snapshot", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "yield", wait: "time", params: { seconds: 1 }, meta: {} });
  const most = mostRead(f);
  const { runId } = await f.engine.startCall(request());
  for (let resumes = 0; resumes < 700; resumes++) {
    await f.clock.pass(1_001);
    await f.engine.once();
  }
  const { lastSeq } = await f.engine.run("local", runId);
  assert.ok(lastSeq > 2_000, `${lastSeq} events`);
  assert.ok(most() < 1_010, "no claim reads much more than lies between two snapshots");
  assert.ok((await snapshotSeq(f, runId)) > lastSeq - 1_010);
  const before = (await f.engine.replay("local", runId)).difference;
  byHand(f, "delete from snapshots");
  assert.deepEqual([before, (await f.engine.replay("local", runId)).difference], [undefined, undefined]);
});

test("what others wrote counts as well: a run that was only read and given back leaves a snapshot", async () => {
  await using f = await fixture();
  f.runner.play = () => ({ kind: "yield", wait: "answer", params: { question: "?" }, meta: {} });
  const { runId, callId } = await f.engine.startCall(request());
  for (let notes = 0; notes < 1_200; notes++) {
    const event = { type: "tool.log", data: { callId, stream: "stdout", text: "late" } } as const;
    await f.store.note({ tenant: "local", runId, event });
  }
  assert.equal(await snapshotSeq(f, runId), 0);
  byHand(f, "update runs set status = 'ready', ready_at = 1");
  await f.engine.once();
  assert.equal((await f.engine.run("local", runId)).status, "waiting");
  assert.equal(await snapshotSeq(f, runId), (await f.engine.run("local", runId)).lastSeq);
  const waitId = (await f.engine.outcome("local", callId)).wait?.id ?? "";
  f.runner.play = (_call, input) => ({ kind: "result", value: input.phase === "resume" ? input.payload : null });
  await f.engine.answer("local", waitId, "yes", person("bob"));
  await f.engine.moveRun("local", runId);
  assert.equal((await f.engine.outcome("local", callId)).ok, true);
});
